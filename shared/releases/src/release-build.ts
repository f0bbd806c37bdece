import type { Release } from '@encre/protocol/release'
import type { RemoteStatus, RemoteVersions } from '@encre/releases/registry'
import {
  type BuildOptions,
  describeOptions,
  RefusedError,
  requireReleasable,
  UnfitBuildError,
} from './check-build.ts'
import {
  createPreview,
  getStatus,
  promote,
  type Registry,
  readRelease,
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
const firstShare = 10

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

/** Everyone gets the version at once: needs the platform's token and a reason. */
type ReleaseOptions = BuildOptions & { all?: boolean | undefined }

/**
 * Gives a version to the first visitors as a canary that the registry raises; with `all`, which
 * needs the platform's token, to everyone. `build` resolves to the version, `upload` checks and
 * uploads it.
 */
export async function releaseVersion(
  registry: Registry,
  remote: string,
  { all, ...options }: ReleaseOptions,
  { build, upload }: { build(): string | Promise<string>; upload(): Promise<unknown> },
): Promise<string> {
  const change = describeOptions(options)
  // Read the revision first: the promotion fails if somebody changes the channel during the build
  // and the upload.
  const { current, canary, revision, largestShare } = await getStatus(registry, remote)
  if (all) requireOperator(remote, largestShare, options.reason)
  const version = await build()
  const isForEveryone = canary?.version === version && canary.share === 100
  if (current === version || (isForEveryone && !all))
    return `${remote} ${version} is what everyone has already`
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
  if (!before.canary) return grows
  // The second of two releases at the same time names the canary of the first.
  const since = before.revision === revision ? '' : ', which began during this release'
  return `${grows}\nIt replaces the canary ${before.canary.version} (${before.canary.share} %)${since}`
}

/** Releases the build in `directory` with `releaseVersion`. */
export async function releaseBuild(
  registry: Registry,
  directory: string,
  options: ReleaseOptions = {},
): Promise<string> {
  const { name, version } = readRelease(directory)
  return releaseVersion(registry, name, options, {
    build: () => version,
    upload: () => uploadBuild(registry, directory, options),
  })
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

/**
 * Uploads the build and returns a link that shows it to whoever opens it, and to nobody else.
 * `others` are versions of other remotes beside it.
 */
export async function previewBuild(
  registry: Registry,
  directory: string,
  { others = [], ...options }: BuildOptions & { others?: RemoteVersionName[] } = {},
): Promise<string> {
  const { name, version } = readRelease(directory)
  const shown = requireEachOnce([{ remote: name, version }, ...others])
  await uploadBuild(registry, directory, options)
  return previewVersions(registry, shown)
}

interface RemoteVersionName {
  remote: string
  version: string
}

/** Reads `gallery@3f2a91c-9b01d2e4`. The version is empty if none is named. */
export function readVersionName(text: string): RemoteVersionName {
  const [, remote, version = ''] = /^([^@]+)(?:@([^@]+))?$/.exec(text) ?? []
  if (remote) return { remote, version }
  throw new RefusedError(
    `"${text}" is no remote: name one, or a version, as gallery@3f2a91c-9b01d2e4`,
  )
}

/** Asked before anything is built or uploaded. */
export function requireEachOnce(shown: RemoteVersionName[]): RemoteVersionName[] {
  const names = shown.map(({ remote }) => remote)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (!twice) return shown
  throw new RefusedError(
    `${twice} is named twice: name it once, a preview shows one version of each remote`,
  )
}

/** Returns a link that shows uploaded versions, and what it does. The token is for the first one. */
export async function previewVersions(
  registry: Registry,
  [first, ...others]: RemoteVersionName[],
): Promise<string> {
  if (!first) throw new TypeError('a preview shows one version at least')
  const { remote, version } = first
  const body = others.length > 0 ? { version, with: others } : { version }
  const { url, expiresAt } = await createPreview(registry, remote, body)
  const shown = [first, ...others].map((one) => `${one.remote} ${one.version}`)
  return `${url}\nWhoever opens this link sees ${shown.join(', ')} until ${expiresAt}. Nobody else does.`
}

/** Ends the canary, else returns to the previous version, or to none. */
export async function rollBackRemote(
  registry: Registry,
  remote: string,
  reason?: string,
): Promise<string> {
  const { canary, current: before, previous, revision } = await getStatus(registry, remote)
  if (!canary && !previous && !before)
    throw new RefusedError(`${remote} cannot be rolled back: it has no release`)
  const { current } = await rollBack(registry, remote, { revision, reason })
  if (!canary)
    return current
      ? `${remote}: back to ${current}`
      : `${remote}: nobody gets it now; no version was before ${before}`
  const next = previous
    ? `run this again to return to ${previous}`
    : 'there is no version before it'
  return `${remote}: the canary ${canary.version} has ended. ${current ? `Everyone has ${current}; ${next}` : 'Nobody gets it now'}`
}

/** Checks the build in `directory`, and uploads it. */
export async function uploadBuild(
  registry: Registry,
  directory: string,
  options: BuildOptions,
): Promise<Release> {
  await requireReleasable(registry, directory, options)
  return uploadRelease({ ...registry, directory, grows: options.grows })
}
