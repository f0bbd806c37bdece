import { findBuiltCssLeaks } from './css-leaks.ts'
import type { Release } from './release.ts'
import { matchesRoute } from './route-match.ts'
import { sizeAfterGzip } from './served-file.ts'
import { findSkeletonDefects } from './skeleton-check.ts'

// What no release may be, judged from its files. The team's command asks before the upload, the
// registry at the registration.

/**
 * The largest sizes of a remote's parts, in bytes after gzip: about 10 % above the largest of the
 * site's own (docs/benchmarks.md). Every visitor of its pages downloads the entry before any of its
 * code runs.
 */
export const budgets = {
  entry: 8600,
  /** The entry and the first scripts together: what a page downloads before it renders. */
  firstScripts: 40_200,
  /** A file that loads later, such as the chunk of a second page. */
  laterFile: 23_400,
  /** All scripts and stylesheets. */
  total: 166_300,
}

/** The largest size of all other files together, such as images and fonts, in bytes. */
const mediaBudget = 248_000
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
    ...findMediaExcess(release),
    ...(await findDefectsOfSkeletons(release)),
  ]
}

/**
 * The defects of a release's files, one sentence each: their sizes, and styles that reach beyond
 * the remote. `read` resolves to a file's bytes.
 */
export async function findFileDefects(
  release: Release,
  read: (path: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<string[]> {
  // Without its bytes, a release of this size is refused already.
  if (findMediaExcess(release).length > 0) return []
  const sizes = new Map<string, number>()
  const leaks: string[] = []
  for (const path of new Set([
    release.entry,
    ...release.scripts,
    ...release.styles,
    ...Object.keys(release.files).filter(isText),
  ])) {
    const bytes = await read(path)
    sizes.set(path, await sizeAfterGzip(bytes))
    if (!isStylesheet(path)) continue
    const found = findBuiltCssLeaks(release, new TextDecoder().decode(bytes))
    leaks.push(...found.map(({ line, reason }) => `${path}:${line}: ${reason}`))
  }
  return [...findExcess(release, sizes), ...leaks]
}

function findExcess({ entry, scripts, styles }: Release, sizes: Map<string, number>): string[] {
  const sum = (paths: Iterable<string>) =>
    [...new Set(paths)].reduce((bytes, path) => bytes + (sizes.get(path) ?? 0), 0)
  const judge = (what: string, bytes: number, budget: number) =>
    bytes > budget ? [`${what} ${bytes} bytes after gzip, the budget is ${budget}`] : []
  const later = [...sizes.keys()].filter((path) => ![entry, ...scripts, ...styles].includes(path))
  return [
    ...judge('its entry has', sum([entry]), budgets.entry),
    ...judge('its entry and first scripts have', sum([entry, ...scripts]), budgets.firstScripts),
    ...later.flatMap((path) =>
      judge(`${path}, which it loads later, has`, sum([path]), budgets.laterFile),
    ),
    ...judge('its scripts and stylesheets have together', sum(sizes.keys()), budgets.total),
  ]
}

function findMediaExcess({ files }: Release): string[] {
  const sum = (paths: string[]) =>
    paths.reduce((bytes, path) => bytes + (files[path]?.bytes ?? 0), 0)
  const paths = Object.keys(files)
  const judge = (what: string, bytes: number, budget: number) =>
    bytes > budget ? [`${what} ${bytes} bytes, the budget is ${budget}`] : []
  return [
    ...judge(
      'its images, fonts and other files have together',
      sum(paths.filter((path) => !isText(path))),
      mediaBudget,
    ),
    ...judge('its files have together', sum(paths), rawBudget),
  ]
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
