import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { History, RemoteStatus } from '@encre/protocol/registry'
import { buildRemote, buildShell, remotes } from './build.ts'
import { installedChromium } from './chromium.ts'
import {
  getStatus,
  listHistory,
  mintToken,
  promote,
  prune,
  publishShell,
  type Registry,
  RegistryError,
  rollBack,
  startCanary,
  uploadRelease,
} from './registry-client.ts'
import { findMisfits, readRelease } from './release/gate.ts'
import { findMember } from './release/gate-member.ts'
import { findMountFailures } from './release/mount.ts'
import { keepContract } from './release/released-contracts.ts'
import { root } from './version.ts'

const usage = `npm run release <remote>                              build, try, upload, give to everyone
npm run release upload <remote>                       build, try, upload; nobody gets it yet
npm run release canary <remote> <percent> [version]   0 ends it
npm run release promote <remote> <version>
npm run release rollback <remote>
npm run release prune <remote> [keep]                 forget old versions; 10 are kept
npm run release shell                                 with the platform's token: build, and keep its files
npm run release status <remote>
npm run release history <remote>
npm run release token <remote> <team>                 with the platform's token: a team's own

Add  -- --reason "why"  for the history;  -- --without-mount "why"  uploads without trying it in a browser. ENCRE_ORIGIN is the site (http://localhost:8787), ENCRE_RELEASE_TOKEN the team's token.`

interface Options {
  reason?: string | undefined
  withoutMount?: string | undefined
}

/** Each answers what to say. */
const commands: Record<string, (registry: Registry, remote: string, words: string[], options: Options) => Promise<string>> = {
  release: async (registry, remote, _, options) => {
    // Before anything else: whoever changes the channel while this one is tried and uploaded was faster.
    const { current, revision } = await getStatus(registry, remote)
    const version = await buildRemote(remote)
    if (current === version) return `${remote} ${version} is what everyone has already`
    await upload(registry, remote, options)
    await promote(registry, remote, { version, revision, ...historyReason(options) })
    return `${remote}: everyone gets ${version}`
  },
  upload: async (registry, remote, _, options) => `${remote} ${await upload(registry, remote, options)} is uploaded; nobody gets it yet`,
  canary: async (registry, remote, [percent, named], options) => {
    const share = Number(percent)
    if (!percent || !(Number.isInteger(share) && share >= 0 && share <= 100)) throw new UsageError(usage)
    const version = named ?? (share === 0 ? await canaryVersion(registry, remote) : await upload(registry, remote, options))
    const { canary } = await startCanary(registry, remote, { version, share, ...historyReason(options) })
    return canary ? `${remote}: ${canary.share} % get ${canary.version}` : `${remote}: no canary`
  },
  promote: async (registry, remote, [version], options) => {
    if (!version) throw new UsageError(usage)
    return `${remote}: everyone gets ${(await promote(registry, remote, { version, ...historyReason(options) })).current}`
  },
  rollback: async (registry, remote, _, options) =>
    `${remote}: back to ${(await rollBack(registry, remote, historyReason(options))).current}`,
  prune: async (registry, remote, [keep = '10']) => {
    const versions = await prune(registry, remote, Number(keep))
    return versions.length > 0 ? `forgotten: ${versions.join(' ')}` : 'nothing to forget'
  },
  status: async (registry, remote) => describeStatus(await getStatus(registry, remote)),
  history: async (registry, remote) => describeHistory(await listHistory(registry, remote)),
  token: async (registry, remote, [author = remote]) => mintToken(registry, remote, author),
}

async function run(words: string[], options: Options): Promise<string> {
  const [first, remote, ...rest] = words
  const command = first && Object.hasOwn(commands, first) ? commands[first] : undefined
  if (command && remote) return command(readRegistry(), remote, rest, options)
  if (first === 'shell' && words.length === 1) return shipShell(readRegistry())
  if (first && words.length === 1 && remotes.includes(first)) return run(['release', first], options)
  throw new UsageError(usage)
}

/** Before the shell's worker is deployed: pages of the new shell must find its files whichever deploy answers, and old pages theirs. */
async function shipShell(registry: Registry): Promise<string> {
  await buildShell()
  return `shell: ${await publishShell({ ...registry, directory: join(root, 'shell/dist') })} new files are kept`
}

/** Throws with every reason why the build may not go live. Nothing of it has left this machine then, but to ask. */
async function passGate(registry: Registry, remote: string, { withoutMount }: Options): Promise<void> {
  const directory = distOf(remote)
  const misfits = await findMisfits(registry, directory)
  if (misfits.length > 0) throw new Refusal(remote, misfits)
  if (withoutMount) return

  const executablePath = installedChromium()
  if (!executablePath) {
    throw new Refusal(remote, [
      'no Chromium is here to try it in: install one or name it (CHROMIUM=/path), or say why it needs no trial: --without-mount "why"',
    ])
  }
  const member = await findMember(registry.origin)
  if (!member) console.log('Tried as a visitor only: ENCRE_MEMBER_EMAIL and ENCRE_MEMBER_PASSWORD name a member to try it as.')
  const failures = await findMountFailures({ origin: registry.origin, directory, release: readRelease(directory), executablePath, member })
  if (failures.length > 0) throw new Refusal(remote, failures)
}

function historyReason({ reason, withoutMount }: Options): { reason?: string } {
  const reasons = [reason, withoutMount && `without a trial: ${withoutMount}`].filter((one) => one)
  return reasons.length > 0 ? { reason: reasons.join('; ') } : {}
}

/** What pages rely on from now on belongs into the tree; a local site's pages are nobody's. */
function noteContract({ origin }: Registry, remote: string): void {
  const { contract } = readRelease(distOf(remote))
  if (!contract || new URL(origin).hostname === 'localhost' || !keepContract(remote, contract)) return
  console.log(`Commit workers/${remote}/contract.released.json: pages rely on it from now on`)
}

function describeStatus({ current, previous, canary, versions }: RemoteStatus): string {
  const running = canary ? `${canary.version} for ${canary.share} %` : 'none'
  return [
    `current   ${current ?? 'none'}`,
    `previous  ${previous ?? 'none'}`,
    `canary    ${running}`,
    ...versions.map(
      (one) =>
        `  ${one.createdAt}  ${one.version}  ${one.author}  ${one.visitors} visitors said how it went, ${one.loadFailures} could not load it, ${one.errors} saw an error`,
    ),
  ].join('\n')
}

function describeHistory(entries: History['entries']): string {
  return entries
    .map(({ at, action, version, share, author, reason }) =>
      [at, action, version, share === null ? '' : `${share} %`, author, reason ?? ''].join('  '),
    )
    .join('\n')
}

async function upload(registry: Registry, remote: string, options: Options): Promise<string> {
  await buildRemote(remote)
  await passGate(registry, remote, options)
  const { version } = await uploadRelease({ ...registry, directory: distOf(remote) })
  noteContract(registry, remote)
  return version
}

async function canaryVersion(registry: Registry, remote: string): Promise<string> {
  const { canary: running, current } = await getStatus(registry, remote)
  const version = running?.version ?? current
  if (!version) throw new UsageError(`${remote} has no canary`)
  return version
}

function readRegistry(): Registry {
  const origin = process.env.ENCRE_ORIGIN ?? `http://localhost:${process.env.PORT ?? 8787}`
  const token = process.env.ENCRE_RELEASE_TOKEN ?? localToken(origin)
  if (!token) throw new UsageError(`Set ENCRE_RELEASE_TOKEN to your team's token for ${origin}`)
  return { origin, token, author: userInfo().username }
}

/** The platform's token of a site that `npm start` runs on this machine. */
function localToken(origin: string): string | undefined {
  const { hostname, port } = new URL(origin)
  const path = join(root, '.data', port, 'secrets.json')
  return hostname === 'localhost' && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).PLATFORM_TOKEN : undefined
}

function distOf(remote: string): string {
  return join(root, 'remotes', remote, 'dist')
}

class UsageError extends Error {}

class Refusal extends Error {
  constructor(remote: string, reasons: string[]) {
    super([`${remote} is not released:`, ...reasons.map((reason) => `  ${reason}`)].join('\n'))
  }
}

/** What to print, whole for a bug. */
function explain(error: unknown): unknown {
  if (error instanceof RegistryError && error.code === 'stale-revision')
    return `Somebody was faster; nothing changed. Look at the status, then run this again. (${error.message})`
  return error instanceof UsageError || error instanceof RegistryError || error instanceof Refusal ? error.message : error
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: 'string' }, 'without-mount': { type: 'string' } },
})
try {
  console.log(await run(positionals, { reason: values.reason, withoutMount: values['without-mount'] }))
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
