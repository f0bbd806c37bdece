import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { History, RemoteStatus } from '@encre/protocol/registry'
import { buildRemote, remotes } from './build.ts'
import {
  getStatus,
  listHistory,
  mintToken,
  promote,
  prune,
  publishRelease,
  type Registry,
  RegistryError,
  rollBack,
  startCanary,
  uploadRelease,
} from './registry-client.ts'
import { root } from './version.ts'

export { publishRelease, publishShell } from './registry-client.ts'

const usage = `npm run release <remote>                              build, upload, give to everyone
npm run release upload <remote>                       build and upload; nobody gets it yet
npm run release canary <remote> <percent> [version]   0 ends it
npm run release promote <remote> <version>
npm run release rollback <remote>
npm run release prune <remote> [keep]                 forget old versions; 10 are kept
npm run release status <remote>
npm run release history <remote>
npm run release token <remote> <team>                 with the platform's token: a team's own

Add  -- --reason "why"  for the history. ENCRE_ORIGIN is the site (http://localhost:8787), ENCRE_RELEASE_TOKEN the team's token.`

/** Each answers what to say. */
const commands: Record<string, (registry: Registry, remote: string, words: string[], reason: string | undefined) => Promise<string>> = {
  release: async (registry, remote, _, reason) => {
    await buildRemote(remote)
    const { version, changed } = await publishRelease({ ...registry, directory: distOf(remote), ...(reason && { reason }) })
    return changed ? `${remote}: everyone gets ${version}` : `${remote} ${version} is what everyone has already`
  },
  upload: async (registry, remote) => `${remote} ${await upload(registry, remote)} is uploaded; nobody gets it yet`,
  canary: async (registry, remote, [percent, named], reason) => {
    const share = Number(percent)
    if (!percent || !(Number.isInteger(share) && share >= 0 && share <= 100)) throw new UsageError(usage)
    const version = named ?? (share === 0 ? await canaryVersion(registry, remote) : await upload(registry, remote))
    const { canary } = await startCanary(registry, remote, { version, share, reason })
    return canary ? `${remote}: ${canary.share} % get ${canary.version}` : `${remote}: no canary`
  },
  promote: async (registry, remote, [version], reason) => {
    if (!version) throw new UsageError(usage)
    return `${remote}: everyone gets ${(await promote(registry, remote, { version, reason })).current}`
  },
  rollback: async (registry, remote, _, reason) => `${remote}: back to ${(await rollBack(registry, remote, { reason })).current}`,
  prune: async (registry, remote, [keep = '10']) => {
    const versions = await prune(registry, remote, Number(keep))
    return versions.length > 0 ? `forgotten: ${versions.join(' ')}` : 'nothing to forget'
  },
  status: async (registry, remote) => describeStatus(await getStatus(registry, remote)),
  history: async (registry, remote) => describeHistory(await listHistory(registry, remote)),
  token: async (registry, remote, [author = remote]) => mintToken(registry, remote, author),
}

async function run(words: string[], reason: string | undefined): Promise<string> {
  const [first, remote, ...rest] = words
  const command = first && Object.hasOwn(commands, first) ? commands[first] : undefined
  if (command && remote) return command(readRegistry(), remote, rest, reason)
  if (first && words.length === 1 && remotes.includes(first)) return run(['release', first], reason)
  throw new UsageError(usage)
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

async function upload(registry: Registry, remote: string): Promise<string> {
  await buildRemote(remote)
  return (await uploadRelease({ ...registry, directory: distOf(remote) })).version
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

// Also imported by what starts a local site.
if (import.meta.main) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { reason: { type: 'string' } } })
  try {
    console.log(await run(positionals, values.reason))
  } catch (error) {
    console.error(error instanceof UsageError || error instanceof RegistryError ? error.message : error)
    process.exit(1)
  }
}
