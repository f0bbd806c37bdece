import {
  applyD1Migrations,
  createExecutionContext,
  type D1Migration,
  waitOnExecutionContext,
} from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Release } from '@encre/protocol/release'
import { integrityOf } from '@encre/protocol/served-file'
import type { History, RemoteStatus, Tokens } from '@encre/releases/registry'
import { emptyStorage } from '@encre/worker/testing'
import { afterEach, beforeAll, inject, vi } from 'vitest'
import { clearCachedRemotes } from '../registry/releases/live-remotes.ts'
import worker from '../worker.ts'

export { codeOf } from '@encre/worker/testing'

declare module 'vitest' {
  export interface ProvidedContext {
    migrations: D1Migration[]
  }
}

export const platformToken = 'the-platform-token-of-the-tests'

// Also a set-up file (`setupFiles`). All test files share the registry and the bucket.
beforeAll(migrate)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Migrates and empties the registry and the bucket. */
export async function migrate(): Promise<void> {
  await applyD1Migrations(env.DB, inject('migrations'))
  await emptyStorage(env.DB, [env.RELEASES])
  clearCachedRemotes()
}

/**
 * Sends a request to the site's worker. A relative address is on its own origin. `faults` replace
 * bindings.
 */
export async function ask(
  address: string,
  init?: RequestInit,
  faults: Partial<Env> = {},
): Promise<Response> {
  const context = createExecutionContext()
  const request = new Request(new URL(address, env.SITE_ORIGIN), { redirect: 'manual', ...init })
  const response = await worker.fetch(
    request as Parameters<typeof worker.fetch>[0],
    { ...env, ...faults },
    context,
  )
  await waitOnExecutionContext(context)
  return response
}

/** Sends a request to `/api/releases/<path>` with a token and a JSON body. */
export function askReleases(
  path: string,
  {
    token = platformToken,
    method = 'GET',
    body,
  }: { token?: string; method?: string; body?: unknown } = {},
) {
  return ask(`/api/releases/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

export function postRelease(path: string, body: unknown, token = platformToken): Promise<Response> {
  return askReleases(path, { method: 'POST', body, token })
}

export async function revokeTokens(): Promise<void> {
  const { tokens } = await (await askReleases('tokens')).json<Tokens>()
  for (const { id } of tokens) await askReleases(`tokens/${id}`, { method: 'DELETE' })
}

export async function getRemoteStatus(remote: string): Promise<RemoteStatus> {
  return (await askReleases(remote)).json()
}

/** The changes of a remote's channel, newest first. */
export async function listHistory(remote: string): Promise<History['entries']> {
  return (await (await askReleases(`${remote}/history`)).json<History>()).entries
}

/**
 * Gives every remote its first version again, without canary and reports. Keeps what is registered.
 */
export async function resetChannels(): Promise<void> {
  await env.DB.batch([
    env.DB.prepare('delete from health_reports'),
    env.DB.prepare(
      'delete from history where id not in (select min(id) from history group by remote)',
    ),
    env.DB.prepare('delete from channels where remote not in (select remote from history)'),
    env.DB.prepare(
      "update channels set current = 'v1', previous = null, canary = null, canary_since = null",
    ),
  ])
  clearCachedRemotes()
}

const encode = (text: string) => new TextEncoder().encode(text)

/** A small build of a remote that needs no worker, with `more` files. */
export async function buildRelease(
  name: string,
  version: string,
  changes: Partial<Release> = {},
  more: Record<string, string> = {},
): Promise<{ release: Release; contents: Record<string, string> }> {
  const contents: Record<string, string> = {
    'remote-entry.js': `'entry of ${name} ${version}'`,
    'async/remote.1a2b3c4d.js': `'screen of ${name} ${version}'`,
    'async/remote.1a2b3c4d.css': `@layer remotes.${name}{.${name}_${version}_card{margin:0}}`,
    ...more,
  }
  const files: Release['files'] = {}
  for (const [path, content] of Object.entries(contents)) {
    files[path] = {
      bytes: encode(content).byteLength,
      integrity: await integrityOf(encode(content)),
    }
  }
  return {
    contents,
    release: {
      name,
      version,
      shellApi: 1,
      shared: { react: '^19.0.0' },
      entry: 'remote-entry.js',
      global: `${name}_${version}`,
      scripts: ['async/remote.1a2b3c4d.js'],
      styles: ['async/remote.1a2b3c4d.css'],
      files,
      routes: [{ path: `/${name}`, access: 'public', lang: 'fr', title: name }],
      contract: { schemas: {}, paths: {} },
      packages: {},
      ...changes,
    },
  }
}

/** Uploads a file of a version. `integrity` replaces the file's own. */
export async function uploadFile(
  remote: string,
  version: string,
  path: string,
  content: string,
  token = platformToken,
  integrity?: string,
): Promise<Response> {
  return ask(`/api/releases/${remote}/${version}/files/${path}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${token}`,
      'x-integrity': integrity ?? (await integrityOf(encode(content))),
    },
    body: content,
  })
}

/** Uploads and registers a version. Visitors get it after its promotion. */
export async function register(
  name: string,
  version: string,
  changes: Partial<Release> = {},
  token = platformToken,
  more: Record<string, string> = {},
): Promise<Response> {
  const { release, contents } = await buildRelease(name, version, changes, more)
  await Promise.all(
    Object.entries(contents).map(([path, content]) =>
      uploadFile(name, version, path, content, token),
    ),
  )
  return postRelease(name, release, token)
}

/** Registers and promotes a version. It may lose any route of the version before. */
export async function publish(
  name: string,
  version: string,
  changes: Partial<Release> = {},
): Promise<void> {
  await register(name, version, changes)
  const promoted = await postRelease(`${name}/promote`, { version, dropRoutes: ['*'] })
  if (!promoted.ok) throw new Error(await promoted.text())
}

export async function createTeamToken(remote: string): Promise<string> {
  const response = await postRelease('tokens', { remote, author: `team ${remote}` })
  return (await response.json<{ token: string }>()).token
}

export async function askPage(
  path: string,
  init?: RequestInit,
  faults?: Partial<Env>,
): Promise<Response> {
  clearCachedRemotes()
  return ask(path, init, faults)
}

export function askMembersPage(path: string): Promise<Response> {
  return askPage(path, {
    headers: { cookie: `auth0.${env.AUTH0_CLIENT_ID}.is.authenticated=true` },
  })
}
