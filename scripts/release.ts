import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildRemote } from './build.ts'
import {
  getStatus,
  listHistory,
  promote,
  publishRelease,
  type Registry,
  RegistryError,
  rollBack,
  startCanary,
  uploadRelease,
} from './registry-client.ts'
import { root } from './version.ts'

export { publishRelease } from './registry-client.ts'

const usage = `npm run release <remote>                       build, upload, give to everyone
npm run release upload <remote>                build and upload only
npm run release canary <remote> <percent> [version]
npm run release promote <remote> <version>
npm run release rollback <remote>
npm run release status <remote>
npm run release history <remote>

Add  -- --reason "why"  for the history. ENCRE_ORIGIN is the site (http://localhost:8787), ENCRE_RELEASE_TOKEN the team's token.`

async function run(words: string[], reason: string | undefined): Promise<void> {
  const [command, remote, ...rest] = words
  if (command && !remote) return release(command, reason)
  if (!command || !remote) throw new UsageError(usage)
  const registry = readRegistry()
  if (command === 'upload') {
    await buildRemote(remote)
    const { version } = await uploadRelease({ ...registry, directory: distOf(remote) })
    console.log(`${remote} ${version} is uploaded; nobody gets it yet`)
  } else if (command === 'promote' && rest[0]) {
    const channel = await promote(registry, remote, { version: rest[0], reason })
    console.log(`${remote}: everyone gets ${channel.current}`)
  } else if (command === 'rollback') {
    const channel = await rollBack(registry, remote, { reason })
    console.log(`${remote}: back to ${channel.current}`)
  } else if (command === 'canary' && rest[0]) {
    await canary(registry, remote, Number(rest[0]), rest[1], reason)
  } else if (command === 'status') {
    const { current, previous, canary: running, versions } = await getStatus(registry, remote)
    console.log(
      `current   ${current ?? 'none'}\nprevious  ${previous ?? 'none'}\ncanary    ${running ? `${running.version} for ${running.share} %` : 'none'}`,
    )
    for (const version of versions) console.log(`  ${version.createdAt}  ${version.version}  ${version.author}`)
  } else if (command === 'history') {
    for (const { at, action, version, share, author, reason: why } of await listHistory(registry, remote)) {
      console.log([at, action, version, share === null ? '' : `${share} %`, author, why ?? ''].join('  '))
    }
  } else {
    throw new UsageError(usage)
  }
}

async function release(remote: string, reason: string | undefined): Promise<void> {
  const registry = readRegistry()
  await buildRemote(remote)
  const { version, changed } = await publishRelease({ ...registry, directory: distOf(remote), ...(reason && { reason }) })
  console.log(changed ? `${remote}: everyone gets ${version}` : `${remote} ${version} is what everyone has already`)
}

/** Without a version named: builds and uploads this one, or ends the canary when the share is 0. */
async function canary(
  registry: Registry,
  remote: string,
  share: number,
  named: string | undefined,
  reason: string | undefined,
): Promise<void> {
  if (!(Number.isInteger(share) && share >= 0 && share <= 100)) throw new UsageError(usage)
  const version = named ?? (share === 0 ? await canaryVersion(registry, remote) : await upload(registry, remote))
  const channel = await startCanary(registry, remote, { version, share, reason })
  console.log(channel.canary ? `${remote}: ${channel.canary.share} % get ${channel.canary.version}` : `${remote}: no canary`)
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
    await run(positionals, values.reason)
  } catch (error) {
    console.error(error instanceof UsageError || error instanceof RegistryError ? error.message : error)
    process.exit(1)
  }
}
