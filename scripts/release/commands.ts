import { join } from 'node:path'
import { listFeatures } from '@encre/build/features'
import { dirtySuffix, versionOf } from '@encre/build/version'
import { root } from '@encre/build/workspace'
import { isOnThisMachine } from '@encre/protocol/network'
import {
  findReleasedContract,
  getStatus,
  promote,
  publishShell,
  type Registry,
  startCanary,
  withdraw as withdrawRemote,
} from '@encre/releases'
import {
  type BuildOptions,
  describeOptions,
  requireKnown,
  UnfitBuildError,
} from '@encre/releases/check-build'
import {
  describeStatus,
  previewVersions,
  readVersionName,
  releaseVersion,
  requireEachOnce,
  uploadBuild,
} from '@encre/releases/release-build'
import { features } from '@encre/worker/features'
import { buildFolder } from '../lib/build.ts'
import { saveReleasedContract, writeReleasedContract } from '../lib/released-contracts.ts'
import { ExpectedError } from '../lib/run-command.ts'
import { findTreeFailures } from './tree-check.ts'

interface CanaryOptions extends BuildOptions {
  share: number
  version?: string | undefined
}

/**
 * Starts a build as a canary that the registry raises by itself. With `all`, and the platform's
 * token, everyone gets it at once.
 */
export async function release(
  registry: Registry,
  remote: string,
  options: BuildOptions & { all?: boolean },
): Promise<string> {
  const build = () => {
    requireCommitted(registry, `remotes/${remote}`)
    return buildFolder(`remotes/${remote}`)
  }
  return releaseVersion(registry, remote, options, {
    build,
    upload: () => upload(registry, remote, options),
  })
}

export async function upload(
  registry: Registry,
  remote: string,
  options: BuildOptions = {},
): Promise<string> {
  requireSources(remote)
  requireCommitted(registry, `remotes/${remote}`)
  // Before the build, because it takes long.
  if (features.some(({ name, isPublic }) => name === remote && isPublic))
    await requireKnown(registry, remote)
  // The build and the checks read the same tree.
  const [failures] = await Promise.all([findTreeFailures(remote), buildFolder(`remotes/${remote}`)])
  if (failures.length > 0) throw new UnfitBuildError(remote, failures)
  const directory = join(root, 'remotes', remote, 'dist')
  const { version, contract } = await uploadBuild(registry, directory, options)
  const changed = contract && saveReleasedContract(registry.origin, remote, contract)
  if (changed) console.log(`Commit ${changed}: released pages depend on it from now on`)
  return version
}

export async function fetchContract(registry: Registry, remote: string): Promise<string> {
  const released = await findReleasedContract(registry, remote)
  if (!released) return `${remote} has no release yet, so any contract fits`
  const changed = writeReleasedContract(remote, released.contract)
  return changed
    ? `${changed} is now the contract of ${released.version}`
    : `the contract of ${released.version} is in the tree already`
}

/** `named`: remotes, each with a version (`gallery@3f2a91c-9b01d2e4`), or to be built here. */
export async function preview(
  registry: Registry,
  named: string[],
  options: BuildOptions,
): Promise<string> {
  const wanted = requireEachOnce(named.map(readVersionName))
  for (const { remote, version } of wanted) {
    if (!version) requireSources(remote)
  }
  const shown = []
  for (const { remote, version } of wanted) {
    shown.push({ remote, version: version || (await upload(registry, remote, options)) })
  }
  return previewVersions(registry, shown)
}

/**
 * Without a version it builds one, unless the active canary is that build. A share of 0 ends the
 * canary.
 */
export async function canary(
  registry: Registry,
  remote: string,
  { share, version: named, ...options }: CanaryOptions,
): Promise<string> {
  const { canary: active, revision, largestShare } = await getStatus(registry, remote)
  if (!active && !named && share === 0) throw new ExpectedError(`${remote} has no canary`)
  if (share > largestShare)
    throw new ExpectedError(
      `A team's token gives a version to at most ${largestShare} %; the reports raise it`,
    )
  const isActive =
    active &&
    (share === 0 ||
      !listFeatures().includes(remote) ||
      active.version === versionOf(`remotes/${remote}`))
  const version = named ?? (isActive ? active.version : await upload(registry, remote, options))
  const channel = await startCanary(registry, remote, {
    version,
    share,
    revision,
    ...describeOptions(options),
  })
  return channel.canary
    ? `${remote}: ${channel.canary.share} % get ${channel.canary.version}`
    : `${remote}: no canary`
}

export async function promoteVersion(
  registry: Registry,
  remote: string,
  version: string,
  options: BuildOptions,
): Promise<string> {
  const { current } = await promote(registry, remote, { version, ...describeOptions(options) })
  return `${remote}: everyone gets ${current}`
}

export async function withdraw(
  registry: Registry,
  remote: string,
  reason: string,
): Promise<string> {
  const { revision } = await getStatus(registry, remote)
  const { previous } = await withdrawRemote(registry, remote, { revision, reason })
  return `${remote}: nobody gets it now; npm run release rollback ${remote} brings ${previous} back`
}

export async function status(registry: Registry, remote: string): Promise<string> {
  const found = await getStatus(registry, remote)
  return found.versions.length > 0
    ? describeStatus(found)
    : `${remote} has no release on ${registry.origin}`
}

/**
 * Uploads the shell's files before its worker is deployed, so that pages of both shells find their
 * files during the deployment.
 */
export async function uploadShell(registry: Registry): Promise<string> {
  requireCommitted(registry, 'shell')
  const version = await buildFolder('shell')
  const added = await publishShell({ ...registry, directory: join(root, 'shell/dist') })
  return `shell ${version}: ${added} new files are uploaded; now deploy its worker (docs/operations.md)`
}

/** Throws when this repository has no sources of the remote, which may be another repository's. */
function requireSources(remote: string): void {
  if (listFeatures().includes(remote)) return
  throw new ExpectedError(
    `This repository cannot build ${remote}. It has ${listFeatures().join(', ')}. For another, name a version`,
  )
}

function requireCommitted({ origin }: Registry, folder: string): void {
  if (isOnThisMachine(origin) || !versionOf(folder).endsWith(dirtySuffix)) return
  throw new ExpectedError(
    `The sources of ${folder} have uncommitted changes. Commit them: only a local site accepts them`,
  )
}
