import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { escapeHtml } from '@encre/protocol/page-text'
import type { Release } from '@encre/protocol/release'
import type { Compared } from './compare-visits.ts'
import type { Visit } from './observations.ts'

export interface ComparedView extends Pick<Compared, 'picture'> {
  path: string
  /** Who opened it, with how much data. */
  visitor: string
  /** Sentences. */
  changes: string[]
  live: Visit | null
  build: Visit
}

/**
 * Writes a page with the live version and the new one side by side, and where they differ. Returns
 * what changed in words, or null if nothing did: a person judges whether that was meant.
 */
export function saveComparison(
  release: Release,
  views: ComparedView[],
  tree: string,
): string | null {
  const changed = views.filter(({ changes, picture }) => changes.length > 0 || picture.text)
  if (changed.length === 0) return null
  const folder = join(tree, '.data', 'comparisons')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${release.name}-${release.version}.html`)
  writeFileSync(file, toPage(release, changed))
  return [
    `What visitors will see differently of ${release.name}:`,
    ...listLines(changed),
    `Side by side: ${relative(process.cwd(), file)}`,
  ].join('\n')
}

const mostLines = 8

/** A change that several visitors see stands once. The page that changed most comes first. */
function listLines(views: ComparedView[]): string[] {
  const pages = [...Map.groupBy(views, ({ path }) => path)].map(([path, ofPath]) => {
    const words = [...new Set(ofPath.flatMap(({ changes }) => changes))].map((change) => {
      const [first, ...others] = ofPath.filter(({ changes }) => changes.includes(change))
      return others.length > 0 ? `${path}: ${change}` : `${path} for ${first?.visitor}: ${change}`
    })
    const [largest] = ofPath.toSorted(
      (one, other) => other.picture.differing - one.picture.differing,
    )
    const picture = largest?.picture.text
      ? [`${path} for ${largest.visitor}: ${largest.picture.text}`]
      : []
    return { words, picture }
  })
  const ordered = pages.toSorted((one, other) => other.words.length - one.words.length)
  const lines = [
    ...ordered.flatMap(({ words }) => words),
    ...ordered.flatMap(({ picture }) => picture),
  ]
  const rest = lines.length - mostLines
  const shown =
    rest > 0 ? [...lines.slice(0, mostLines - 1), `and ${rest + 1} more, side by side`] : lines
  return shown.map((line) => `  ${line}`)
}

function toPage({ name, version }: Release, views: ComparedView[]): string {
  return `<!doctype html><meta charset="utf-8"><title>${name} ${version} beside the live version</title>
<style>
  body { font: 16px system-ui; margin: 2rem; }
  figure { display: inline-block; margin: 0 1rem 1rem 0; vertical-align: top; width: 30%; }
  img { border: 1px solid gray; display: block; width: 100%; }
  .differs { isolation: isolate; position: relative; }
  .differs img + img { inset: 0; mix-blend-mode: difference; position: absolute; }
</style>
<h1>${name} ${version} beside the live version</h1>
${views.map(toSection).join('\n')}`
}

function toSection({ path, visitor, changes, picture, live, build }: ComparedView): string {
  const show = (visit: Visit | null) =>
    visit?.picture ? `<img alt="" src="data:image/png;base64,${visit.picture}">` : ''
  const items = [...changes, picture.text].map((change) => `<li>${escapeHtml(change)}</li>`)
  return `<h2>${escapeHtml(`${path} for ${visitor}`)}</h2><ul>${items.join('')}</ul>
<figure>${show(live)}<figcaption>live</figcaption></figure>
<figure>${show(build)}<figcaption>new</figcaption></figure>
<figure><div class="differs">${show(live)}${show(build)}</div><figcaption>what differs is bright</figcaption></figure>`
}
