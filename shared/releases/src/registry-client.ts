import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Problem } from '@encre/protocol/problem'
import { Release } from '@encre/protocol/release'
import { integrityOf } from '@encre/protocol/served-file'
import {
  type Canary,
  Channel,
  Checked,
  CreatedPreview,
  CreatedToken,
  History,
  type NewPreview,
  Previews,
  type Promotion,
  type Prune,
  Pruned,
  ReleasedContract,
  RemoteStatus,
  type Rollback,
  Tokens,
  UploadedFiles,
  type Withdrawal,
} from '@encre/releases/registry'
import * as z from 'zod/mini'

/** A registry and the caller's token. The history names `author` beside the token's holder. */
export interface Registry {
  origin: string
  token: string
  author?: string | undefined
}

/** A refusal of the registry. The message names the request and the reason. */
export class RegistryError extends Error {
  override name = 'RegistryError'
  readonly code: string
  readonly status: number

  constructor(code: string, status: number, message: string) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** What the holder of a token can do about a refusal, by its status. */
const remedies: Record<number, string> = {
  401: 'The site does not know this token: check ENCRE_RELEASE_TOKEN.',
  403: "This token does not allow that: a team's token is valid for canaries of its own remote, the platform's for everything.",
  412: 'Somebody else changed the channel first, and nothing happened. Read the status, then run this again.',
}

/**
 * Formats an error of a command whose site and token are in `ENCRE_ORIGIN` and
 * `ENCRE_RELEASE_TOKEN`. Undefined if it came from elsewhere.
 */
export function explainRegistryError(error: unknown): string | undefined {
  if (error instanceof RegistryError) {
    const remedy = remedies[error.status]
    return remedy ? `${remedy} (${error.message})` : error.message
  }
  // `fetch` throws this when no answer comes.
  if (error instanceof TypeError && error.cause instanceof Error) {
    return `The site does not answer: check ENCRE_ORIGIN. (${error.cause.message})`
  }
  return undefined
}

/**
 * Uploads the files of `<directory>/release.json`, registers the version and promotes it. Skips
 * files and versions that the registry already has, so an interrupted call can be repeated.
 * Visitors see nothing before the last step.
 */
export async function publishRelease(
  options: Registry &
    Pick<Promotion, 'reason' | 'dropRoutes'> & { directory: string; grows?: string },
): Promise<{ version: string; changed: boolean }> {
  const { name, version } = await uploadRelease(options)
  const { current, revision } = await getStatus(options, name)
  const changed = current !== version
  const { reason, dropRoutes } = options
  if (changed) await promote(options, name, { version, reason, revision, dropRoutes })
  return { version, changed }
}

/**
 * What the live site says about a release: the reasons why it would refuse it, and the packages of
 * the current version. `dropRoutes` are routes that it may take away from visitors. Uploads and
 * writes nothing.
 */
export function checkRelease(registry: Registry, release: Release, dropRoutes: string[] = []) {
  const query = new URLSearchParams(dropRoutes.map((path) => ['drop', path]))
  const path = query.size > 0 ? `${release.name}/check?${query}` : `${release.name}/check`
  return ask(registry, Checked, 'POST', path, { json: release })
}

/**
 * Uploads and registers a version without giving it to anyone. `grows`: why it may be larger than
 * the live one.
 */
export async function uploadRelease(
  options: Registry & { directory: string; grows?: string | undefined },
): Promise<Release> {
  const release = readRelease(options.directory)
  const { name, version } = release
  const paths = Object.keys(release.files)
  await uploadMissing(options, `${name}/${version}/files`, paths, release.files)
  await uploadSourceMaps(options, `${name}/${version}`, paths)
  const path = options.grows ? `${name}?${new URLSearchParams({ grows: options.grows })}` : name
  await call(options, 'POST', path, { json: release })
  return release
}

export function readRelease(directory: string): Release {
  return z.parse(Release, JSON.parse(readFileSync(join(directory, 'release.json'), 'utf8')))
}

/** Uploads the source map that lies beside each of the scripts. */
async function uploadSourceMaps(
  options: Registry & { directory: string },
  owner: string,
  files: string[],
): Promise<void> {
  const maps = files
    .map((path) => `${path}.map`)
    .filter((path) => existsSync(join(options.directory, path)))
  if (maps.length > 0) await uploadMissing(options, `${owner}/maps`, maps)
}

/**
 * Uploads those of the files that the registry lacks at this address, or has with other content than
 * the known one. Resolves to their number.
 */
async function uploadMissing(
  options: Registry & { directory: string },
  address: string,
  paths: string[],
  known: Partial<Release['files']> = {},
): Promise<number> {
  const { files: there } = await ask(options, UploadedFiles, 'GET', address)
  const missing = paths.filter(
    (path) => !there[path] || (known[path] && known[path].integrity !== there[path].integrity),
  )
  for (const path of missing) {
    const bytes = readFileSync(join(options.directory, path))
    const integrity = known[path]?.integrity ?? (await integrityOf(bytes))
    await call(options, 'PUT', `${address}/${path}`, { bytes, integrity })
  }
  return missing.length
}

/**
 * Stores the hashed files of the next shell, so that its pages still find them after later deploys.
 * Resolves to the number of new files.
 */
export async function publishShell(options: Registry & { directory: string }): Promise<number> {
  const paths = listHashedFiles(options.directory)
  const uploaded = await uploadMissing(options, 'shell/files', paths)
  await uploadSourceMaps(options, 'shell', paths)
  const version = readFileSync(join(options.directory, 'version.txt'), 'utf8')
  await call(options, 'POST', 'shell', { json: { version, files: paths } })
  return uploaded
}

/** The files of a shell's build whose names have a hash, without source maps. */
function listHashedFiles(directory: string): string[] {
  const folder = join(directory, 'static')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .filter(({ name }) => /\.[0-9a-f]{8,}\.[a-z0-9.]+$/.test(name))
    .map(({ parentPath, name }) => relative(directory, join(parentPath, name)))
}

/** Reads who gets which version of a remote, and its versions with their health reports. */
export function getStatus(registry: Registry, remote: string) {
  return ask(registry, RemoteStatus, 'GET', remote)
}

/** Lists the changes of a remote, newest first. */
export async function listHistory(registry: Registry, remote: string) {
  return (await ask(registry, History, 'GET', `${remote}/history`)).entries
}

/**
 * Gives everyone a version. With `revision`, fails with `stale-revision` if the channel has changed
 * since.
 */
export function promote(registry: Registry, remote: string, json: Promotion) {
  return ask(registry, Channel, 'POST', `${remote}/promote`, { json })
}

/**
 * Ends the active canary; without one, returns to the previous version, or to none. `revision` as
 * in `promote`.
 */
export function rollBack(registry: Registry, remote: string, json: Rollback = {}) {
  return ask(registry, Channel, 'POST', `${remote}/rollback`, { json })
}

/** Takes the remote's pages and links away from everyone. `revision` as in `promote`. */
export function withdraw(registry: Registry, remote: string, json: Withdrawal) {
  return ask(registry, Channel, 'POST', `${remote}/withdraw`, { json })
}

/**
 * Gives `share` percent of the visitors a version, in place of another canary; with `ramp`, the
 * registry raises the share. `revision` as in `promote`.
 */
export function startCanary(registry: Registry, remote: string, json: Canary) {
  return ask(registry, Channel, 'POST', `${remote}/canary`, { json })
}

/** Creates a link that shows versions of one or several remotes to whoever opens it. */
export function createPreview(registry: Registry, remote: string, json: NewPreview) {
  return ask(registry, CreatedPreview, 'POST', `${remote}/previews`, { json })
}

/** Lists the links of a remote that still open. */
export async function listPreviews(registry: Registry, remote: string) {
  return (await ask(registry, Previews, 'GET', `${remote}/previews`)).previews
}

/** Ends the preview with an id from `listPreviews`, also for visitors who have opened it. */
export async function endPreview(registry: Registry, remote: string, id: string): Promise<void> {
  await call(registry, 'DELETE', `${remote}/previews/${encodeURIComponent(id)}`)
}

/**
 * Reads the contract that released pages of a remote were built with. Null if it has no release.
 * Needs no token.
 */
export async function findReleasedContract(
  registry: Pick<Registry, 'origin'>,
  remote: string,
): Promise<ReleasedContract | null> {
  try {
    const caller = { ...registry, token: 'none' }
    return await ask(caller, ReleasedContract, 'GET', `${remote}/contract`)
  } catch (error) {
    if (error instanceof RegistryError && error.status === 404) return null
    throw error
  }
}

/** Deletes old versions of a remote, or old shells for `shell`. */
export function prune(registry: Registry, remote: string, json: Prune) {
  return ask(registry, Pruned, 'POST', `${remote}/prune`, { json })
}

/**
 * Creates a token for one remote. Needs the platform token. The registry never shows the token
 * again.
 */
export async function createToken(registry: Registry, remote: string, author: string) {
  const json = { remote, author }
  return (await ask(registry, CreatedToken, 'POST', 'tokens', { json })).token
}

/** Lists the tokens without their secrets. Needs the platform token. */
export async function listTokens(registry: Registry) {
  return (await ask(registry, Tokens, 'GET', 'tokens')).tokens
}

/** Revokes the token with an id from `listTokens`. Needs the platform token. */
export async function revokeToken(registry: Registry, id: string): Promise<void> {
  await call(registry, 'DELETE', `tokens/${encodeURIComponent(id)}`)
}

type Body = { json: unknown } | { bytes: Uint8Array<ArrayBuffer>; integrity: string }

async function ask<Schema extends z.ZodMiniType>(
  registry: Registry,
  schema: Schema,
  ...request: [method: 'GET' | 'POST', path: string, body?: Body]
): Promise<z.infer<Schema>> {
  return z.parse(schema, await call(registry, ...request))
}

async function call(
  { origin, token, author }: Registry,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: Body,
): Promise<unknown> {
  const [type, content] =
    body && 'bytes' in body
      ? [{ 'x-integrity': body.integrity }, body.bytes]
      : [body && { 'content-type': 'application/json' }, body && JSON.stringify(body.json)]
  const response = await fetch(`${origin}/api/releases/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(author && { 'x-author': encodeURIComponent(author) }),
      ...type,
    },
    body: content ?? null,
    signal: AbortSignal.timeout(60_000),
  })
  const answer: unknown = response.status === 204 ? null : await response.json().catch(() => null)
  if (response.ok) return answer
  const problem = z.safeParse(Problem, answer).data
  const detail = problem?.detail ? `: ${problem.detail}` : ''
  const reason = problem ? `${problem.title}${detail}` : response.statusText
  const message = `${method} ${path}: ${response.status} ${reason}`
  throw new RegistryError(problem?.code ?? 'internal', response.status, message)
}
