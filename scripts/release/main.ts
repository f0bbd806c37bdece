import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { listFeatures } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import type { History, RemoteStatus, Tokens } from '@encre/protocol/registry'
import {
  getStatus,
  listHistory,
  listTokens,
  mintToken,
  promote,
  prune,
  publishShell,
  type Registry,
  revokeToken,
  rollBack,
  startCanary,
  uploadRelease,
} from '@encre/registry-client'
import { buildRemote, buildShell } from '../lib/build.ts'
import { isOnThisMachine } from '../lib/loopback.ts'
import { keepContract } from '../lib/released-contracts.ts'
import { explain, UsageError } from './explain.ts'
import { readRelease } from './release-check.ts'

const usage = `npm run release <remote>                              build, try, upload, give to everyone
npm run release upload <remote>                       build, try, upload; nobody gets it yet
npm run release canary <remote> <percent> [version]   of the canary that runs, else build, try, upload; 0 ends it
npm run release promote <remote> <version>
npm run release rollback <remote>                     the canary that runs, else what everyone has
npm run release prune <remote> [keep]                 forget old versions; 10 are kept, and those in use
npm run release prune shell [keep]                    the same; and every shell with a page of the last 30 days is kept
npm run release shell                                 with the platform's token: build, and keep its files
npm run release status <remote>
npm run release history <remote>
npm run release token <remote> <team>                 with the platform's token: a team's own, shown this once
npm run release tokens                                with the platform's token: whose there are, and what each is called
npm run release revoke <token's name>                 with the platform's token: it reaches nothing any more

Add  -- --reason "why"  for the history;  -- --without-mount "why"  releases without trying it in a browser. ENCRE_ORIGIN is the site (http://localhost:8787), ENCRE_RELEASE_TOKEN the team's token.`

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
  upload: async (registry, remote, _, options) => {
    // The history begins with who gets a version: why it was not tried would be said nowhere.
    if (options.withoutMount) throw new UsageError('What nobody gets yet needs a trial: --without-mount is for a release or a canary')
    return `${remote} ${await upload(registry, remote, options)} is uploaded; nobody gets it yet`
  },
  canary: async (registry, remote, [percent, named], options) => {
    const share = Number(percent)
    if (!percent || !(Number.isInteger(share) && share >= 0 && share <= 100)) throw new UsageError(usage)
    const { canary: running, revision } = await getStatus(registry, remote)
    // More visitors for a version, not another version for them, whatever has been built since.
    const known = named ?? running?.version
    if (!known && share === 0) throw new UsageError(`${remote} has no canary`)
    const version = known ?? (await upload(registry, remote, options))
    const { canary } = await startCanary(registry, remote, { version, share, revision, ...historyReason(options) })
    return canary ? `${remote}: ${canary.share} % get ${canary.version}` : `${remote}: no canary`
  },
  promote: async (registry, remote, [version], options) => {
    if (!version) throw new UsageError(usage)
    return `${remote}: everyone gets ${(await promote(registry, remote, { version, ...historyReason(options) })).current}`
  },
  rollback: async (registry, remote, _, options) => {
    const { canary, revision } = await getStatus(registry, remote)
    const { current } = await rollBack(registry, remote, { revision, ...historyReason(options) })
    if (!canary) return `${remote}: back to ${current}`
    return `${remote}: nobody gets the canary ${canary.version} any more. Everyone has ${current}; to go back from it too, run this again`
  },
  prune: async (registry, remote, [keep = '10']) => {
    const versions = await prune(registry, remote, Number(keep))
    return versions.length > 0 ? `forgotten: ${versions.join(' ')}` : 'nothing to forget'
  },
  status: async (registry, remote) => describeStatus(await getStatus(registry, remote)),
  history: async (registry, remote) => describeHistory(await listHistory(registry, remote)),
  token: async (registry, remote, [author = remote]) => mintToken(registry, remote, author),
  revoke: async (registry, id) => {
    await revokeToken(registry, id)
    return `revoked: ${id}`
  },
}

/** Those of the whole site. */
const siteCommands: Record<string, (registry: Registry) => Promise<string>> = {
  shell: shipShell,
  tokens: async (registry) => describeTokens(await listTokens(registry)),
}

async function run(words: string[], options: Options): Promise<string> {
  const [first, remote, ...rest] = words
  const command = first && Object.hasOwn(commands, first) ? commands[first] : undefined
  if (command && remote) return command(readRegistry(), remote, rest, options)
  const siteCommand = first && words.length === 1 && Object.hasOwn(siteCommands, first) ? siteCommands[first] : undefined
  if (siteCommand) return siteCommand(readRegistry())
  if (first && words.length === 1 && listFeatures().includes(first)) return run(['release', first], options)
  throw new UsageError(usage)
}

/** Before the shell's worker is deployed: pages of the new shell must find its files whichever deploy answers, and old pages theirs. */
async function shipShell(registry: Registry): Promise<string> {
  const version = await buildShell()
  const fresh = await publishShell({ ...registry, directory: join(root, 'shell/dist') })
  return `shell ${version}: ${fresh} new files are kept; now deploy its worker (docs/operations.md)`
}

function historyReason({ reason, withoutMount }: Options): { reason?: string } {
  const reasons = [reason, withoutMount && `without a trial: ${withoutMount}`].filter((one) => one)
  return reasons.length > 0 ? { reason: reasons.join('; ') } : {}
}

function describeStatus({ current, previous, canary, versions }: RemoteStatus): string {
  const running = canary ? `${canary.version} for ${canary.share} %` : 'none'
  return [
    `current   ${current ?? 'none'}`,
    `previous  ${previous ?? 'none'}`,
    `canary    ${running}`,
    ...versions.map(
      (one) =>
        `  ${one.createdAt}  ${one.version}  ${one.author}  ${one.visitors} said how it went, ${one.loadFailures} could not load it, ${one.errors} saw an error`,
    ),
  ].join('\n')
}

function describeHistory(entries: History['entries']): string {
  return entries
    .map(({ at, action, version, replaced, share, author, reason }) =>
      [at, action, version, replaced && replaced !== version && `instead of ${replaced}`, share !== null && `${share} %`, author, reason]
        .filter((part) => part)
        .join('  '),
    )
    .join('\n')
}

function describeTokens(tokens: Tokens['tokens']): string {
  if (tokens.length === 0) return 'no team has a token'
  return tokens
    .map(({ id, remote, author, createdAt, lastUsedAt }) =>
      [id, remote, author, `created ${createdAt}`, lastUsedAt ? `used ${lastUsedAt}` : 'never used'].join('  '),
    )
    .join('\n')
}

async function upload(registry: Registry, remote: string, options: Options): Promise<string> {
  await buildRemote(remote)
  // The browser's driver is slow to load, and nothing else here needs it.
  const { passGate } = await import('./require-releasable.ts')
  await passGate(registry, remote, distOf(remote), options)
  const { version } = await uploadRelease({ ...registry, directory: distOf(remote) })
  const { contract } = readRelease(distOf(remote))
  const news = contract && keepContract(registry.origin, remote, contract)
  if (news) console.log(`Commit ${news}: pages rely on it from now on`)
  return version
}

function readRegistry(): Registry {
  const origin = readOrigin()
  const token = process.env.ENCRE_RELEASE_TOKEN ?? localToken(origin)
  if (!token) throw new UsageError(`Set ENCRE_RELEASE_TOKEN to your team's token for ${origin}`)
  return { origin, token, author: userInfo().username }
}

/** A site on this machine has one name, to which its pages belong. */
function readOrigin(): string {
  const given = process.env.ENCRE_ORIGIN ?? `http://localhost:${process.env.PORT ?? 8787}`
  if (!URL.canParse(given)) throw new UsageError(`ENCRE_ORIGIN is "${given}": it must be an address, as in https://encre.example`)
  const { origin, port } = new URL(given)
  return isOnThisMachine(origin) ? `http://localhost:${port}` : origin
}

/** The platform's token of a site that `npm start` runs on this machine. */
function localToken(origin: string): string | undefined {
  const path = join(root, '.data', new URL(origin).port, 'secrets.json')
  return isOnThisMachine(origin) && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).PLATFORM_TOKEN : undefined
}

function distOf(remote: string): string {
  return join(root, 'remotes', remote, 'dist')
}

function readWords(): { words: string[]; options: Options } {
  const kept = ['reason', 'without-mount'].find((name) => process.env[`npm_config_${name.replace('-', '_')}`])
  if (kept) throw new UsageError(`npm kept --${kept} for itself. Write a -- before it: npm run release gallery -- --${kept} "why"`)
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { reason: { type: 'string' }, 'without-mount': { type: 'string' } },
    })
    return { words: positionals, options: { reason: values.reason, withoutMount: values['without-mount'] } }
  } catch {
    throw new UsageError(usage)
  }
}

try {
  const { words, options } = readWords()
  console.log(await run(words, options))
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
