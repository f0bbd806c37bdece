import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isOnThisMachine } from '@encre/protocol/network'
import { findFileDefects, findGrowth, weighRelease } from '@encre/releases/release-defects'
import { findMember, installedChromium } from './browser.ts'
import { compareVersions } from './comparison/compare-versions.ts'
import { busy } from './comparison/compare-visits.ts'
import { saveComparison } from './comparison/save-comparison.ts'
import { checkRelease, type Registry, readRelease } from './registry-client.ts'

// Everything that `npm run release` checks before an upload: files, the live site, then a browser
// (`comparison/compare-versions.ts`). The registry judges the files again (`release-defects.ts`).

/** What a team says of a build that it releases. */
export interface BuildOptions {
  /** A sentence for the history. */
  reason?: string | undefined
  /** Routes that visitors may lose. */
  dropRoute?: string[] | undefined
  /** Why the build may be larger than the live version. */
  grows?: string | undefined
  /** Why the build is not compared with the live version in a browser. */
  withoutMount?: string | undefined
  /** Why the build sends other requests than the live version. */
  changesRequests?: string | undefined
  /** A built-in and a reason: `Array.prototype.at: old browsers lack it`. */
  polyfill?: string[] | undefined
}

/** What the history keeps of them. */
export function describeOptions({
  reason,
  dropRoute,
  grows,
  withoutMount,
  changesRequests,
  polyfill,
}: BuildOptions) {
  const reasons = [
    reason,
    withoutMount && `without a check in a browser: ${withoutMount}`,
    grows && `grows: ${grows}`,
    changesRequests && `sends other requests: ${changesRequests}`,
    polyfill && `replaces built-ins: ${polyfill.join(', ')}`,
    dropRoute && `drops ${dropRoute.join(' ')}`,
  ].filter((one) => one)
  return { reason: reasons.join('; ') || undefined, dropRoutes: dropRoute }
}

/** What a command does not do. The message says what its user can do. */
export class RefusedError extends Error {}

/** A build that is not released. The message has all reasons. */
export class UnfitBuildError extends RefusedError {
  constructor(remote: string, reasons: string[]) {
    super([`${remote} is not released:`, ...reasons.map((reason) => `  ${reason}`)].join('\n'))
  }
}

/**
 * Checks the build in `directory` (`remotes/<name>/dist`) before anything of it is uploaded: its
 * files, what the live site finds, and in a browser beside the live version. Throws an
 * `UnfitBuildError` with every reason. Prints what visitors will perceive differently.
 */
export async function requireReleasable(
  registry: Registry,
  directory: string,
  options: BuildOptions,
): Promise<void> {
  const release = readRelease(directory)
  const { name, contract } = release
  if (contract) await requireKnown(registry, name)
  const { incompatibilities, costs } = await judgeBuild(registry, directory, options)
  if (incompatibilities.length > 0) throw new UnfitBuildError(name, incompatibilities)
  for (const cost of costs) {
    console.log(`${name}: ${cost}`)
  }
  if (options.withoutMount) return

  const executablePath = installedChromium()
  if (!executablePath) {
    throw new UnfitBuildError(name, [
      'the check needs a Chromium. Install one or name it with CHROMIUM=/path, or give a reason to release without: --without-mount "why"',
    ])
  }
  const member = await findMember(registry.origin)
  if (!member)
    console.log(
      'Checked as a visitor only. Set ENCRE_MEMBER_EMAIL and ENCRE_MEMBER_PASSWORD to check it as a member too.',
    )
  const tree = resolve(directory, '../../..')
  const { failures, compared } = await compareVersions({
    origin: registry.origin,
    directory,
    tree,
    release,
    executablePath,
    member,
    say: (line) => console.log(line),
    allowed: {
      changesRequests: options.changesRequests,
      polyfills: (options.polyfill ?? []).map((one) => one.split(':')[0]?.trim() ?? ''),
    },
  }).catch((error: unknown) => {
    // A browser that a busy machine starves fails with a message about itself.
    const [reason] = String(error).split('\n')
    throw new UnfitBuildError(name, [
      `the check could not be made: ${reason}. Nothing was uploaded. ${busy}`,
    ])
  })
  if (failures.length > 0) throw new UnfitBuildError(name, failures)
  const report = saveComparison(release, compared, tree)
  if (report) console.log(report)
}

/**
 * A site knows the features that its tree had when it was started or deployed. One that does not
 * know a feature answers 404, or the local one that its worker does not run.
 */
export async function requireKnown({ origin }: Registry, remote: string): Promise<void> {
  const health = await fetch(`${origin}/api/${remote}/health`)
  if (new RegExp(`^(ok|fail) ${remote}$`, 'm').test(await health.text())) return
  const remedy = isOnThisMachine(origin)
    ? 'Start its worker, if that is of another repository. Then end the site and restart it with npm start'
    : 'Deploy its worker, then the account worker and the shell'
  throw new UnfitBuildError(remote, [`${origin} does not know ${remote} yet. ${remedy}`])
}

/**
 * Lists why a build cannot be released, one sentence each: what its files show, then what the live
 * site finds in its `release.json`; and what it costs. Uploads nothing.
 */
export async function judgeBuild(
  registry: Registry,
  directory: string,
  { dropRoute, grows }: BuildOptions = {},
): Promise<{ incompatibilities: string[]; costs: string[] }> {
  const release = readRelease(directory)
  const { misfits, costs = [], packages, weight } = await checkRelease(registry, release, dropRoute)
  const readFile = async (path: string) => readFileSync(join(directory, path))
  const defects = await findFileDefects(release, readFile)
  const growth = weight && !grows ? findGrowth(await weighRelease(release, readFile), weight) : []
  const grown = growth.length > 0 ? describeGrowth(release.packages, packages) : []
  return { incompatibilities: [...defects, ...growth, ...grown, ...misfits], costs }
}

/** Bytes of source code below which the growth of a package does not explain that of a release. */
const notableGrowth = 1000

function describeGrowth(
  packages: Record<string, number>,
  live: Record<string, number> = {},
): string[] {
  const grown = Object.entries(packages)
    .map(([name, bytes]) => ({ name, bytes, before: live[name] ?? 0 }))
    .filter(({ bytes, before }) => bytes - before >= notableGrowth)
    .sort((one, other) => other.bytes - other.before - (one.bytes - one.before))
    .slice(0, 3)
    .map(({ name, bytes, before }) => `${name} from ${before} to ${bytes}`)
  return grown.length > 0
    ? [`since the live version these packages grew, in bytes of source code: ${grown.join(', ')}`]
    : []
}
