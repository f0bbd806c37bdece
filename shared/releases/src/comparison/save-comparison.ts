import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { escapeHtml } from '@encre/protocol/page-text'
import type { Release } from '@encre/protocol/release'

export interface ComparedView {
  name: string
  path: string
  /** In words. */
  changes: string[]
  live: Buffer | null
  build: Buffer | null
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
  const changed = views.filter(({ changes, live, build }) => {
    const isSame = live && build ? live.equals(build) : live === build
    return changes.length > 0 || !isSame
  })
  if (changed.length === 0) return null
  const folder = join(tree, '.data', 'comparisons')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${release.name}-${release.version}.html`)
  writeFileSync(file, toPage(release, changed))
  const words = listWords(changed)
  return [
    `What visitors will see differently of ${release.name}:`,
    ...(words.length > 0 ? words : ['  nothing in words, but some pixels']),
    `Side by side: ${relative(process.cwd(), file)}`,
  ].join('\n')
}

const mostWords = 40

/** A change that several visitors see stands once. */
function listWords(views: ComparedView[]): string[] {
  const seen = new Set<string>()
  const words = views.flatMap(({ name, path, changes }) =>
    changes.flatMap((change) => {
      const key = `${path} ${change}`
      if (seen.has(key)) return []
      seen.add(key)
      return [`  ${name}: ${change}`]
    }),
  )
  const rest = words.length - mostWords
  return rest > 0 ? [...words.slice(0, mostWords), `  and ${rest} more`] : words
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

function toSection({ name, changes, live, build }: ComparedView): string {
  const picture = (image: Buffer | null) =>
    image ? `<img alt="" src="data:image/png;base64,${image.toString('base64')}">` : ''
  const items = changes.map((change) => `<li>${escapeHtml(change)}</li>`)
  return `<h2>${escapeHtml(name)}</h2><ul>${items.join('')}</ul>
<figure>${picture(live)}<figcaption>live</figcaption></figure>
<figure>${picture(build)}<figcaption>new</figcaption></figure>
<figure><div class="differs">${picture(live)}${picture(build)}</div><figcaption>what differs is bright</figcaption></figure>`
}
