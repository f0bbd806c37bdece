import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContractShape, contractPath } from '@encre/protocol/contract-shape'
import {
  readPageManifest,
  replacePageManifest,
  toManifestVersion,
} from '@encre/protocol/page-manifest'
import { emptyPage } from '@encre/protocol/prerendered-page'
import type { Release } from '@encre/protocol/release'
import { contentType } from '@encre/protocol/served-file'
import type { BrowserContext } from '@playwright/test'
import * as z from 'zod/mini'
import { exampleAnswer, matchesAddress, type OperationsDocument } from './example-answers.ts'

type Schema = ContractShape['schemas'][string]

export interface Sample {
  name: 'full' | 'empty' | 'many'
  answer(url: URL): unknown
}

export interface Samples {
  full: Sample | null
  empty: Sample | null
  many: Sample | null
  exampleId: string | null
  /** By method and path, what a write answered. */
  writes: Recorded
}

const Recorded = z.record(
  z.string(),
  z.object({ schema: z.nullable(z.string()), status: z.number(), body: z.unknown() }),
)
type Recorded = z.infer<typeof Recorded>
const Example = z.looseObject({ id: z.string() })

const recordedOrigin = 'https://encre.test'

/**
 * Builds full, empty and many answers from those of the last released worker. In empty answers,
 * lists have no items, numbers are 0, and fields that may be null are null. The live worker answers
 * an address without a recorded answer.
 */
export function readSamples({ name, contract }: Release, origin: string, tree: string): Samples {
  const path = join(tree, 'workers', name, 'answers.released.json')
  if (!contract || !existsSync(path))
    return { full: null, empty: null, many: null, exampleId: null, writes: {} }
  const recorded = z.parse(
    Recorded,
    JSON.parse(readFileSync(path, 'utf8').replaceAll(recordedOrigin, origin)),
  )
  // The live worker knows no recorded cursor: the page after the recorded ones is empty.
  const full = (url: URL) =>
    findRecorded(recorded, url)?.body ??
    (url.searchParams.has('cursor')
      ? empty(new URL(url.pathname, url))
      : findObject(recorded, 'id', url.pathname.split('/').at(-1)))
  const empty = (url: URL) => {
    const found = findRecorded(recorded, url)
    return (
      found && emptyValue(found.body, found.schema ? contract.schemas[found.schema] : undefined)
    )
  }
  // The designs of a long list have pages too.
  const many = (url: URL) => {
    const id = url.pathname.split('/').at(-1) ?? ''
    return (
      lengthen(full(url)) ??
      (id.startsWith(repeatedId) ? { ...findObject(recorded, 'imageUrl'), id } : undefined)
    )
  }
  return {
    full: { name: 'full', answer: full },
    empty: { name: 'empty', answer: empty },
    many: { name: 'many', answer: many },
    exampleId: z.safeParse(Example, findObject(recorded, 'imageUrl')).data?.id ?? null,
    writes: recorded,
  }
}

/**
 * A recorded call with its body, a page that the worker renders, an image as a drawing of its own,
 * or null.
 */
export function answerFromSample(sample: Sample, method: string, url: URL): Reply | null {
  if (url.pathname.startsWith('/api/releases/')) return null
  if (isImagePath(url.pathname)) return { contentType: 'image/webp', body: sampleImage }
  const body = method === 'GET' ? sample.answer(url) : undefined
  if (typeof body === 'string') return { contentType: 'text/html', body: Buffer.from(body) }
  if (!url.pathname.startsWith('/api/')) return null
  return body === undefined
    ? null
    : { contentType: 'application/json', body: Buffer.from(JSON.stringify(body)) }
}

function findRecorded(recorded: Recorded, url: URL): Recorded[string] | undefined {
  const exact = recorded[`GET ${url.pathname}${url.search}`]
  if (exact || url.searchParams.has('cursor')) return exact
  return recorded[`GET ${url.pathname}`]
}

const longList = 60
const repeatedId = '00000000-0000-4000-8000-'

function lengthen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, lengthen(part)]))
  const rows = value.filter((one) => typeof one === 'object' && one !== null && 'id' in one)
  if (rows.length === 0) return value
  const more = Array.from({ length: Math.max(0, longList - value.length) }, (_, index) => ({
    ...rows[index % rows.length],
    id: `${repeatedId}${String(index).padStart(12, '0')}`,
  }))
  return [...value, ...more]
}

function emptyValue(value: unknown, schema: Schema | undefined): unknown {
  if (schema && isNullable(schema)) return null
  if (Array.isArray(value)) return []
  if (typeof value === 'number') return 0
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      emptyValue(part, asSchema(schema?.properties?.[key])),
    ]),
  )
}

function isNullable(schema: Schema): boolean {
  const types = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map(
    (part) => asSchema(part)?.type,
  )
  return types.some((type) => type === 'null' || (Array.isArray(type) && type.includes('null')))
}

function asSchema(value: Schema | boolean | undefined): Schema | undefined {
  return typeof value === 'object' ? value : undefined
}

/** The first object inside `value` whose field has this content, or any. */
function findObject(
  value: unknown,
  field: string,
  content?: string,
): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const found = Object.entries(value).some(
    ([name, part]) => name === field && (content === undefined || part === content),
  )
  if (found) return { ...value }
  return Object.values(value)
    .values()
    .map((part) => findObject(part, field, content))
    .find((part) => part !== undefined)
}

const sampleImage = readFileSync(join(import.meta.dirname, 'sample-image.webp'))

export interface ServedVersion {
  origin: string
  directory: string
  release: Release
  /** Whether pages get the build in `directory`, else the live version. */
  isBuild: boolean
  writes: Recorded
  operations: OperationsDocument | null
}

/**
 * Serves one version of the remote to the pages of a context, and the sample as its data. The rest
 * of the site stays live, but no write of a tried page reaches it.
 */
export async function serveVersion(
  context: BrowserContext,
  served: ServedVersion,
  sample: Sample | null,
): Promise<void> {
  await context.route('**', async (route) => {
    const request = route.request()
    const url = new URL(request.url())
    const isOwn = url.origin === served.origin
    // The session of the member is renewed as ever.
    const isWrite = request.method() !== 'GET' && url.pathname !== '/oauth/token'
    if (!isOwn) return isWrite ? route.fulfill({ status: 204 }) : route.continue()
    const reply = findReply(served, sample, request.method(), url)
    if (reply) return route.fulfill(reply)
    if (request.resourceType() !== 'document') return route.continue()
    const response = await route.fetch({ timeout: 0 }).catch(() => null)
    return response
      ? route.fulfill({ response, body: composePage(served, await response.text()) })
      : route.abort()
  })
}

interface Reply {
  status?: number
  contentType?: string
  body?: Buffer
}

/** What a page gets instead of the site's answer, or null. */
export function findReply(
  { directory, release, isBuild, writes, operations }: ServedVersion,
  sample: Sample | null,
  method: string,
  url: URL,
): Reply | null {
  const { pathname } = url
  const base = [toManifestVersion(release).base, `/remotes/${release.name}/@live/`].find((one) =>
    pathname.startsWith(one),
  )
  if (isBuild && base) {
    const path = pathname.slice(base.length)
    if (!Object.hasOwn(release.files, path)) return { status: 404 }
    return {
      status: 200,
      body: readFileSync(join(directory, path)),
      contentType: contentType(path),
    }
  }
  // A health report would count for the live versions.
  if (pathname === '/api/releases/outcomes' || pathname === '/api/releases/errors')
    return { status: 204 }
  if (pathname === '/api/releases/compositions/current') return { status: 304 }
  if (method !== 'GET') return answerWrite({ writes, operations }, method, url)
  return sample && answerFromSample(sample, method, url)
}

/** The recorded answer to a write, else one by the contract. */
function answerWrite(
  { writes, operations }: Pick<ServedVersion, 'writes' | 'operations'>,
  method: string,
  url: URL,
): Reply {
  const found =
    writes[`${method} ${url.pathname}`] ?? (operations && exampleAnswer(operations, method, url))
  if (!found) return { status: 204 }
  if (found.body === undefined || found.body === null) return { status: found.status }
  return {
    status: found.status,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(found.body)),
  }
}

/** The page of the site with this version. The live site prerendered it for its own versions. */
export function composePage({ release, isBuild }: ServedVersion, html: string): string {
  const manifest = readPageManifest(html)
  const others = manifest.remotes.filter((remote) => remote.name !== release.name)
  const live = manifest.remotes.find((remote) => remote.name === release.name)
  const own = isBuild
    ? { name: release.name, routes: release.routes, current: toManifestVersion(release) }
    : live
  const remotes = own ? [...others, { ...own, previous: null, canaryActive: false }] : others
  return replacePageManifest(emptyPage(html), { ...manifest, remotes })
}

/**
 * Whether a page with this remote may request the path. The shell itself uses `/api/releases` only.
 */
export function isKnownPath({ contract }: Release, pathname: string): boolean {
  if (
    !pathname.startsWith('/api/') ||
    pathname.startsWith('/api/releases/') ||
    isImagePath(pathname)
  )
    return true
  return Object.values(contract?.paths ?? {}).some((entry) =>
    matchesAddress(contractPath(entry), pathname),
  )
}

export function isImagePath(pathname: string): boolean {
  return /^\/api\/[a-z][a-z0-9-]*\/(images\/|.*\/image$)/.test(pathname)
}
