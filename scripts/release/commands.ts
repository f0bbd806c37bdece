import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { getStatus, promote, publishShell, type Registry, rollBack, startCanary, uploadRelease } from '@encre/registry-client'
import { buildRemote, buildShell } from '../lib/build.ts'
import { saveReleasedContract } from '../lib/released-contracts.ts'
import { describeStatus } from './describe.ts'
import { UsageError } from './explain.ts'
import { readRelease } from './release-check.ts'

/** The reasons that a person gives on the command line. */
interface Reasons {
  reason?: string | undefined
  withoutMount?: string | undefined
}

interface CanaryOptions extends Reasons {
  share: number
  version?: string | undefined
}

/** Builds, checks and uploads a remote, then gives all visitors the new version. */
export async function release(registry: Registry, remote: string, options: Reasons): Promise<string> {
  // Read the revision first: the promotion fails if somebody changes the channel during the checks and the upload.
  const { current, revision } = await getStatus(registry, remote)
  const version = await buildRemote(remote)
  if (current === version) return `${remote} ${version} is what everyone has already`
  await upload(registry, remote, options)
  await promote(registry, remote, { version, revision, ...historyReason(options) })
  return `${remote}: everyone gets ${version}`
}

/** Builds, checks and uploads a remote. Returns its version, which no visitor gets yet. */
export async function upload(registry: Registry, remote: string, { withoutMount }: Reasons = {}): Promise<string> {
  await buildRemote(remote)
  const directory = join(root, 'remotes', remote, 'dist')
  // Imported here because Playwright is slow to load and the other commands do not need it.
  const { requireReleasable } = await import('./require-releasable.ts')
  await requireReleasable(registry, remote, directory, { withoutMount })
  const { version } = await uploadRelease({ ...registry, directory })
  const { contract } = readRelease(directory)
  const changed = contract && saveReleasedContract(registry.origin, remote, contract)
  if (changed) console.log(`Commit ${changed}: released pages depend on it from now on`)
  return version
}

/** Gives a share of the visitors the named version, else the active canary, else a new build. A share of 0 ends the canary. */
export async function canary(registry: Registry, remote: string, { share, version: named, ...reasons }: CanaryOptions): Promise<string> {
  const { canary: active, revision } = await getStatus(registry, remote)
  // Another share for the active canary must not change its version, even if there is a newer build.
  const known = named ?? active?.version
  if (!known && share === 0) throw new UsageError(`${remote} has no canary`)
  const version = known ?? (await upload(registry, remote, reasons))
  const channel = await startCanary(registry, remote, { version, share, revision, ...historyReason(reasons) })
  return channel.canary ? `${remote}: ${channel.canary.share} % get ${channel.canary.version}` : `${remote}: no canary`
}

export async function promoteVersion(registry: Registry, remote: string, version: string, reasons: Reasons): Promise<string> {
  const { current } = await promote(registry, remote, { version, ...historyReason(reasons) })
  return `${remote}: everyone gets ${current}`
}

/** Ends the active canary, else returns to the previous version. */
export async function rollback(registry: Registry, remote: string, reasons: Reasons): Promise<string> {
  const { canary: active, revision } = await getStatus(registry, remote)
  const { current } = await rollBack(registry, remote, { revision, ...historyReason(reasons) })
  if (!active) return `${remote}: back to ${current}`
  return `${remote}: the canary ${active.version} has ended. Everyone has ${current}; run this again to leave ${current} too`
}

export async function status(registry: Registry, remote: string): Promise<string> {
  return describeStatus(await getStatus(registry, remote))
}

/** Uploads the shell's files before its worker is deployed, so that pages of both shells find their files during the deployment. */
export async function uploadShell(registry: Registry): Promise<string> {
  const version = await buildShell()
  const added = await publishShell({ ...registry, directory: join(root, 'shell/dist') })
  return `shell ${version}: ${added} new files are uploaded; now deploy its worker (docs/operations.md)`
}

function historyReason({ reason, withoutMount }: Reasons): { reason?: string } {
  const reasons = [reason, withoutMount && `without a check in a browser: ${withoutMount}`].filter((one) => one)
  return reasons.length > 0 ? { reason: reasons.join('; ') } : {}
}
