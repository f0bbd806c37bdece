import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RemoteStatus, RemoteVersions } from '@encre/protocol/registry'
import { Release } from '@encre/protocol/release'
import { findFileDefects, findGrowth, weighRelease } from '@encre/protocol/release-defects'
import * as z from 'zod/mini'
import {
  checkRelease,
  createPreview,
  getStatus,
  promote,
  type Registry,
  rollBack,
  startCanary,
  uploadRelease,
} from './registry-client.ts'

// What a team can do with a build, wherever it was made. `npm run release` also builds and checks
// the remotes of the site's own repository.

/**
 * The share of the visitors, in percent, who get a release first. The registry raises it while the
 * reports are good.
 */
const firstShare = 5

function requireOperator(remote: string, largestShare: number, reason?: string): void {
  if (largestShare < 100) {
    throw new UnfitBuildError(remote, [
      `a team's token gives a version to at most ${largestShare} %: leave --all out, or ask an operator`,
    ])
  }
  if (!reason) {
    throw new UnfitBuildError(remote, [
      'a version for everyone at once needs a --reason for the history',
    ])
  }
}

/** The registry would refuse this build. The message has all reasons. */
export class UnfitBuildError extends Error {
  override name = 'UnfitBuildError'

  constructor(remote: string, reasons: string[]) {
    super([`${remote} is not released:`, ...reasons.map((reason) => `  ${reason}`)].join('\n'))
  }
}

interface ReleaseOptions {
  all?: boolean | undefined
  reason?: string | undefined
}

/**
 * `build` resolves to the version, `upload` checks and uploads it. The history gets `change`, the
 * reason alone if it is absent.
 */
interface ReleaseSteps extends ReleaseOptions {
  build(): string | Promise<string>
  upload(): Promise<unknown>
  change?: { reason?: string; dropRoutes?: string[] }
}

/**
 * Gives a version to the first visitors as a canary that the registry raises; with `all`, which
 * needs the platform's token, to everyone.
 */
export async function releaseVersion(
  registry: Registry,
  remote: string,
  steps: ReleaseSteps,
): Promise<string> {
  const { all, reason, build, upload, change = { ...(reason && { reason }) } } = steps
  // Read the revision first: the promotion fails if somebody changes the channel during the build
  // and the upload.
  const { current, canary, revision, largestShare } = await getStatus(registry, remote)
  if (all) requireOperator(remote, largestShare, reason)
  const version = await build()
  if (current === version) return `${remote} ${version} is what everyone has already`
  if (!all && canary?.version === version) {
    return `${remote} ${version} is the canary already, for ${canary.share} %`
  }
  await upload()
  if (all) {
    await promote(registry, remote, { version, revision, ...change })
    return `${remote}: everyone gets ${version}`
  }
  const before = await getStatus(registry, remote)
  await startCanary(registry, remote, {
    version,
    share: firstShare,
    ramp: true,
    revision: before.revision,
    ...change,
  })
  const grows = `${remote}: ${firstShare} % get ${version}; the share grows by itself while the reports are good`
  return [grows, ...describeReplaced(before, revision)].join('\n')
}

/** The second of two releases at the same time names the canary of the first, which it replaces. */
function describeReplaced({ canary, revision }: RemoteStatus, revisionAtStart: number): string[] {
  if (!canary) return []
  const since = revision === revisionAtStart ? '' : ', which began during this release'
  return [`It replaces the canary ${canary.version} (${canary.share} %)${since}`]
}

interface BuildOptions extends ReleaseOptions {
  /** Routes that visitors may lose. */
  dropRoutes?: string[] | undefined
  /** Why the build may be larger than the live version. */
  grows?: string | undefined
}

/** Releases the build in `directory` with `releaseVersion`. */
export async function releaseBuild(
  registry: Registry,
  directory: string,
  options: BuildOptions = {},
): Promise<string> {
  const { all, reason, dropRoutes, grows } = options
  const { name, version } = readBuild(directory)
  const reasons = [
    reason,
    grows && `grows: ${grows}`,
    dropRoutes && `drops ${dropRoutes.join(' ')}`,
  ].filter((one) => one)
  return releaseVersion(registry, name, {
    all,
    reason,
    build: () => version,
    upload: () => uploadBuild(registry, directory, options),
    change: {
      ...(reasons.length > 0 && { reason: reasons.join('; ') }),
      ...(dropRoutes && { dropRoutes }),
    },
  })
}

/** Describes the versions of the build's remote, with their health reports. */
export async function describeBuildStatus(registry: Registry, directory: string): Promise<string> {
  return describeStatus(await getStatus(registry, readBuild(directory).name))
}

export function describeStatus(
  status: RemoteVersions & Partial<Pick<RemoteStatus, 'waitsFor'>>,
): string {
  const { current, previous, canary, waitsFor, versions } = status
  const waiting = waitsFor ? `; ${waitsFor}` : ''
  const reports = versions.map(
    (one) =>
      `  ${one.createdAt}  ${one.version}  ${one.author}  health reports ${one.visitors}, load failures ${one.loadFailures}, errors ${one.errors}, silent ${one.silent}`,
  )
  return [
    `current   ${current ?? 'none'}`,
    `previous  ${previous ?? 'none'}`,
    `canary    ${canary ? `${canary.version} for ${canary.share} %` : 'none'}${waiting}`,
    ...reports,
  ].join('\n')
}

/** Uploads the build and returns a link that shows it to whoever opens it, and to nobody else. */
export async function previewBuild(
  registry: Registry,
  directory: string,
  options: Pick<BuildOptions, 'dropRoutes' | 'grows'> = {},
): Promise<string> {
  const { name, version } = await uploadBuild(registry, directory, options)
  return previewVersion(registry, name, version)
}

/** Returns a link that shows an uploaded version, and what it does. */
export async function previewVersion(
  registry: Registry,
  remote: string,
  version: string,
): Promise<string> {
  const { url, expiresAt } = await createPreview(registry, remote, { version })
  return `${url}\nWhoever opens this link sees ${remote} in that version, until ${expiresAt}. Nobody else does.`
}

/** Ends the canary of the build's remote, else returns to its previous version. */
export async function rollBackBuild(
  registry: Registry,
  directory: string,
  reason?: string,
): Promise<string> {
  const { name } = readBuild(directory)
  const { revision } = await getStatus(registry, name)
  const { current } = await rollBack(registry, name, { revision, reason })
  return current ? `${name}: everyone has ${current}` : `${name}: nobody gets it now`
}

/** Asks the registry first, so that nothing is uploaded that it would refuse. */
async function uploadBuild(
  registry: Registry,
  directory: string,
  { dropRoutes, grows }: Pick<BuildOptions, 'dropRoutes' | 'grows'>,
): Promise<Release> {
  const release = readBuild(directory)
  const { misfits, weight } = await checkRelease(registry, release, dropRoutes)
  const readFile = async (path: string) => readFileSync(join(directory, path))
  const growth = weight && !grows ? findGrowth(await weighRelease(release, readFile), weight) : []
  const reasons = [...(await findFileDefects(release, readFile)), ...growth, ...misfits]
  if (reasons.length > 0) throw new UnfitBuildError(release.name, reasons)
  return uploadRelease({ ...registry, directory, grows })
}

function readBuild(directory: string): Release {
  return z.parse(Release, JSON.parse(readFileSync(join(directory, 'release.json'), 'utf8')))
}
