import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Problem } from '@encre/protocol/problem'
import { Release } from '@encre/protocol/release'
import { integrityOf } from '@encre/protocol/served-file'
import { Insight, InsightErrors } from '@encre/releases/insight'
import {
  Channel,
  Checked,
  CreatedPreview,
  CreatedToken,
  History,
  type NewPreview,
  Previews,
  type Prune,
  Pruned,
  ReleasedContract,
  RemoteStatus,
  Tokens,
  UploadedFiles,
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
  options: Registry & {
    directory: string
    reason?: string
    dropRoutes?: string[]
    grows?: string
  },
): Promise<{ version: string; changed: boolean }> {
  const release = await uploadRelease(options)
  const status = await getStatus(options, release.name)
  if (status.current === release.version) return { version: release.version, changed: false }
  await promote(options, release.name, {
    version: release.version,
    reason: options.reason,
    revision: status.revision,
    ...(options.dropRoutes && { dropRoutes: options.dropRoutes }),
  })
  return { version: release.version, changed: true }
}

/**
 * What the live site says about a release: the reasons why it would refuse it, and the packages of
 * the current version. `dropRoutes` are routes that it may take away from visitors. Uploads and
 * writes nothing.
 */
export async function checkRelease(
  registry: Registry,
  release: Release,
  dropRoutes: string[] = [],
): Promise<Checked> {
  const query = new URLSearchParams(dropRoutes.map((path) => ['drop', path]))
  const path = query.size > 0 ? `${release.name}/check?${query}` : `${release.name}/check`
  return z.parse(Checked, await call(registry, 'POST', path, { json: release }))
}

/**
 * Uploads and registers a version without giving it to anyone. `grows`: why it may be larger than
 * the live one.
 */
export async function uploadRelease(
  options: Registry & { directory: string; grows?: string | undefined },
): Promise<Release> {
  const written = readFileSync(join(options.directory, 'release.json'), 'utf8')
  const release = z.parse(Release, JSON.parse(written))
  const { name, version } = release
  const { files: there } = z.parse(
    UploadedFiles,
    await call(options, 'GET', `${name}/${version}/files`),
  )
  for (const [path, file] of Object.entries(release.files)) {
    if (there[path]?.integrity === file.integrity) continue
    const bytes = readFileSync(join(options.directory, path))
    await call(options, 'PUT', `${name}/${version}/files/${path}`, {
      bytes,
      integrity: file.integrity,
    })
  }
  await uploadSourceMaps(options, `${name}/${version}`, Object.keys(release.files))
  const path = options.grows ? `${name}?${new URLSearchParams({ grows: options.grows })}` : name
  return z.parse(Release, await call(options, 'POST', path, { json: release }))
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

/** Uploads those of the files that the registry lacks at this address. Resolves to their number. */
async function uploadMissing(
  options: Registry & { directory: string },
  address: string,
  paths: string[],
): Promise<number> {
  const { files: there } = z.parse(UploadedFiles, await call(options, 'GET', address))
  const missing = paths.filter((path) => !there[path])
  for (const path of missing) {
    const bytes = readFileSync(join(options.directory, path))
    await call(options, 'PUT', `${address}/${path}`, {
      bytes,
      integrity: await integrityOf(bytes),
    })
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
export async function getStatus(registry: Registry, remote: string): Promise<RemoteStatus> {
  return z.parse(RemoteStatus, await call(registry, 'GET', remote))
}

/** What the token's holder may see of the last `days`: health reports, web vitals, counters. */
export async function getInsight(registry: Registry, days: number): Promise<Insight> {
  return z.parse(Insight, await call(registry, 'GET', `insight?days=${days}`))
}

/** The errors of pages in the last `days`, the most frequent first, with readable stacks. */
export async function listPageErrors(
  registry: Registry,
  days: number,
): Promise<InsightErrors['errors']> {
  return z.parse(InsightErrors, await call(registry, 'GET', `insight/errors?days=${days}`)).errors
}

/** Lists the changes of a remote, newest first. */
export async function listHistory(registry: Registry, remote: string): Promise<History['entries']> {
  return z.parse(History, await call(registry, 'GET', `${remote}/history`)).entries
}

/**
 * Gives everyone a version. With `revision`, fails with `stale-revision` if the channel has changed
 * since.
 */
export async function promote(
  registry: Registry,
  remote: string,
  body: { version: string; reason?: string | undefined; revision?: number; dropRoutes?: string[] },
): Promise<Channel> {
  return z.parse(Channel, await call(registry, 'POST', `${remote}/promote`, { json: body }))
}

/**
 * Ends the active canary; without one, returns to the previous version, or to none. `revision` as
 * in `promote`.
 */
export async function rollBack(
  registry: Registry,
  remote: string,
  body: { reason?: string | undefined; revision?: number } = {},
): Promise<Channel> {
  return z.parse(Channel, await call(registry, 'POST', `${remote}/rollback`, { json: body }))
}

/** Takes the remote's pages and links away from everyone. `revision` as in `promote`. */
export async function withdraw(
  registry: Registry,
  remote: string,
  body: { reason: string; revision?: number },
): Promise<Channel> {
  return z.parse(Channel, await call(registry, 'POST', `${remote}/withdraw`, { json: body }))
}

/**
 * Gives `share` percent of the visitors a version, in place of another canary; with `ramp`, the
 * registry raises the share. `revision` as in `promote`.
 */
export async function startCanary(
  registry: Registry,
  remote: string,
  body: {
    version: string
    share: number
    ramp?: boolean
    reason?: string | undefined
    revision?: number
    dropRoutes?: string[]
  },
): Promise<Channel> {
  return z.parse(Channel, await call(registry, 'POST', `${remote}/canary`, { json: body }))
}

/** Creates a link that shows versions of one or several remotes to whoever opens it. */
export async function createPreview(
  registry: Registry,
  remote: string,
  body: NewPreview,
): Promise<CreatedPreview> {
  return z.parse(CreatedPreview, await call(registry, 'POST', `${remote}/previews`, { json: body }))
}

/** Lists the links of a remote that still open. */
export async function listPreviews(
  registry: Registry,
  remote: string,
): Promise<Previews['previews']> {
  return z.parse(Previews, await call(registry, 'GET', `${remote}/previews`)).previews
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
    const answer = await call({ ...registry, token: 'none' }, 'GET', `${remote}/contract`)
    return z.parse(ReleasedContract, answer)
  } catch (error) {
    if (error instanceof RegistryError && error.status === 404) return null
    throw error
  }
}

/** Deletes old versions of a remote, or old shells for `shell`. */
export async function prune(registry: Registry, remote: string, body: Prune): Promise<Pruned> {
  return z.parse(Pruned, await call(registry, 'POST', `${remote}/prune`, { json: body }))
}

/**
 * Creates a token for one remote. Needs the platform token. The registry never shows the token
 * again.
 */
export async function createToken(
  registry: Registry,
  remote: string,
  author: string,
): Promise<string> {
  return z.parse(CreatedToken, await call(registry, 'POST', 'tokens', { json: { remote, author } }))
    .token
}

/** Lists the tokens without their secrets. Needs the platform token. */
export async function listTokens(registry: Registry): Promise<Tokens['tokens']> {
  return z.parse(Tokens, await call(registry, 'GET', 'tokens')).tokens
}

/** Revokes the token with an id from `listTokens`. Needs the platform token. */
export async function revokeToken(registry: Registry, id: string): Promise<void> {
  await call(registry, 'DELETE', `tokens/${encodeURIComponent(id)}`)
}

type Body = { json: unknown } | { bytes: Uint8Array<ArrayBuffer>; integrity: string }

async function call(
  { origin, token, author }: Registry,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: Body,
): Promise<unknown> {
  const response = await fetch(`${origin}/api/releases/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(author && { 'x-author': encodeURIComponent(author) }),
      ...headersOf(body),
    },
    body: contentOf(body),
    signal: AbortSignal.timeout(60_000),
  })
  const answer: unknown = response.status === 204 ? null : await response.json().catch(() => null)
  if (response.ok) return answer
  throw toRegistryError(`${method} ${path}`, response, answer)
}

function headersOf(body: Body | undefined): Record<string, string> {
  if (!body) return {}
  if ('json' in body) return { 'content-type': 'application/json' }
  return { 'x-integrity': body.integrity }
}

function contentOf(body: Body | undefined): BodyInit | null {
  if (!body) return null
  return 'json' in body ? JSON.stringify(body.json) : body.bytes
}

function toRegistryError(request: string, response: Response, answer: unknown): RegistryError {
  const problem = z.safeParse(Problem, answer).data
  const detail = problem?.detail ? `: ${problem.detail}` : ''
  const reason = problem ? `${problem.title}${detail}` : response.statusText
  const message = `${request}: ${response.status} ${reason}`
  return new RegistryError(problem?.code ?? 'internal', response.status, message)
}
