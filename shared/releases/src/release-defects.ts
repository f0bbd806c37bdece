import type { Release } from '@encre/protocol/release'
import { matchesRoute } from '@encre/protocol/route-match'
import { sizeAfterGzip } from '@encre/protocol/served-file'
import * as z from 'zod/mini'
import { findBuiltCssLeaks } from './css-leaks.ts'
import { findMissingChunks, findTextDefect } from './script-check.ts'
import { findSkeletonDefects } from './skeleton-check.ts'

// What no release may be, judged from its files. The team's command asks before the upload, the
// registry at the registration.

/** Bytes that a release may add to the live one without a reason. */
const freeGrowth = 1024
/**
 * The largest size of all files together, in bytes before gzip: nothing reads more than that to
 * judge a release.
 */
const rawBudget = 1_000_000

/** The defects that `release.json` alone shows, one sentence each. */
export async function findReleaseDefects(release: Release): Promise<string[]> {
  return [
    ...(release.routes.length === 0 ? ['it has no routes, so no visitor could open it'] : []),
    ...findTextDefects(release),
    ...findPrefetchDefects(release),
    ...findExcess(release),
    ...(await findDefectsOfSkeletons(release)),
  ]
}

/**
 * Scripts and stylesheets that are empty, something else or missing, and styles that reach beyond
 * the remote. `read` resolves to a file's bytes.
 */
export async function findFileDefects(release: Release, read: ReadFile): Promise<string[]> {
  // Without its bytes, a release of this size is refused already.
  if (findExcess(release).length > 0) return []
  const defects: string[] = []
  for (const path of listText(release)) {
    const text = new TextDecoder().decode(await read(path))
    const defect = findTextDefect(path, text)
    if (defect) defects.push(defect)
    else if (path === release.entry) defects.push(...findMissingChunks(release, text))
    else if (isStylesheet(path))
      for (const { line, reason } of findBuiltCssLeaks(release, text))
        defects.push(`${path}:${line}: ${reason}`)
  }
  return defects
}

type ReadFile = (path: string) => Promise<Uint8Array<ArrayBuffer>>

/** What visitors download of a release, in bytes: code after gzip, other files as they are. */
export const ReleaseWeight = z.object({
  /** The entry and the first scripts: what a page downloads before it renders. */
  firstScripts: z.number(),
  /** All scripts and stylesheets. */
  code: z.number(),
  /** All other files, such as images and fonts. */
  media: z.number(),
})
export type ReleaseWeight = z.infer<typeof ReleaseWeight>

/** Weighs a release. `read` resolves to a file's bytes. */
export async function weighRelease(release: Release, read: ReadFile): Promise<ReleaseWeight> {
  const first = new Set([release.entry, ...release.scripts])
  const weight = { firstScripts: 0, code: 0, media: sumBytes(release, (path) => !isText(path)) }
  for (const path of listText(release)) {
    const bytes = await sizeAfterGzip(await read(path))
    weight.code += bytes
    if (first.has(path)) weight.firstScripts += bytes
  }
  return weight
}

const weighed: Record<keyof ReleaseWeight, string> = {
  firstScripts: 'its entry and first scripts',
  code: 'its scripts and stylesheets',
  media: 'its images, fonts and other files',
}

/** Where a release grows by more than may be added without a reason, one sentence each. */
export function findGrowth(weight: ReleaseWeight, live: ReleaseWeight): string[] {
  return (Object.keys(weighed) as (keyof ReleaseWeight)[])
    .filter((part) => weight[part] - live[part] > freeGrowth)
    .map(
      (part) =>
        `${weighed[part]} grow from ${live[part]} to ${weight[part]} bytes: say why with --grows "why"`,
    )
}

function findExcess(release: Release): string[] {
  const bytes = sumBytes(release, () => true)
  return bytes > rawBudget
    ? [`its files have together ${bytes} bytes, the limit is ${rawBudget}`]
    : []
}

function sumBytes({ files }: Release, isCounted: (path: string) => boolean): number {
  const counted = Object.entries(files).filter(([path]) => isCounted(path))
  return counted.reduce((sum, [, { bytes }]) => sum + bytes, 0)
}

function listText(release: Release): string[] {
  const files = Object.keys(release.files).filter(isText)
  return [...new Set([release.entry, ...release.scripts, ...release.styles, ...files])]
}

function isText(path: string): boolean {
  return /\.m?js$/.test(path) || isStylesheet(path)
}

function isStylesheet(path: string): boolean {
  return path.endsWith('.css')
}

/** The longest title of a page, in characters. */
const maximumTitleLength = 60
/**
 * No character of these is wider than a letter, turns the line around or stacks on the one before.
 */
const plainCharacters = /^[\p{Script=Latin} -~«»’“”…·–—]*$/u

function findTextDefects({ routes }: Release): string[] {
  return routes.flatMap(({ path, title, header }) => [
    ...(title.trim() === '' || title.length > maximumTitleLength
      ? [`the title of ${path} needs 1 to ${maximumTitleLength} characters`]
      : []),
    ...[title, header?.label, header?.visitorLabel]
      .filter((text) => text !== undefined && !plainCharacters.test(text))
      .map((text) => `"${text}" of ${path} needs Latin letters, digits and punctuation only`),
  ])
}

function findPrefetchDefects({ name, routes }: Release): string[] {
  return routes.flatMap(({ path, prefetch = [] }) =>
    prefetch
      .filter((address) => !address.startsWith(`/api/${name}/`))
      .map((address) => `its route ${path} prefetches ${address}, which is not of its own worker`),
  )
}

async function findDefectsOfSkeletons(release: Release): Promise<string[]> {
  const judged = Object.entries(release.skeletons ?? {}).map(async ([path, skeleton]) => {
    const [page = ''] = path.split('?')
    const isPage = release.routes.some((route) => route.path === page || matchesRoute(route, page))
    const leaks = findBuiltCssLeaks(release, skeleton.css).map(({ reason }) => reason)
    const defects = isPage
      ? [...(await findSkeletonDefects(skeleton, release.name)), ...leaks]
      : ['it has no such route']
    return defects.map((defect) => `the skeleton of ${path}: ${defect}`)
  })
  return (await Promise.all(judged)).flat()
}
