import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { writeDump } from '../../lib/sql-dump.ts'

export const fakeAccountId = '0123456789abcdef0123456789abcdef'

interface FakeVersion {
  id: string
  number: number
}

interface FakeScript {
  versions: FakeVersion[]
  /** The newest first, as in the API. */
  deployments: { id: string; versions: { version_id: string; percentage: number }[] }[]
  secrets: string[]
  migrationTag?: string | undefined
}

export interface FakeObject {
  bytes: Buffer
  uploaded: string
  httpMetadata: Record<string, string>
  customMetadata: Record<string, string>
}

export interface FakeCloudflare {
  /** For `CLOUDFLARE_API_BASE_URL`. */
  baseUrl: string
  scripts: Map<string, FakeScript>
  /** By UUID. */
  databases: Map<string, { name: string; jurisdiction?: string | undefined; database: DatabaseSync }>
  buckets: Map<string, { jurisdiction: string; lifecycle: unknown }>
  /** By bucket, then by key. */
  objects: Map<string, Map<string, FakeObject>>
  /** For `ENCRE_R2_ORIGIN`: the S3 API of all buckets. */
  r2Origin: string
  domains: Map<string, string>
  /** The names of the account's zones. */
  zones: string[]
  /** Answers 500 to every change after so many. */
  failAfter(changes: number): void
  /** Method and path of every request that changes something. */
  writes: string[]
  unknown: string[]
  close(): Promise<void>
}

type Body = Record<string, unknown>
type Route = [method: string, path: RegExp, answer: (words: string[], body: Body, request: IncomingMessage) => unknown]

class ApiError extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * Cloudflare's API on a free port of this machine, with one empty account. Paths and fields follow the types of Cloudflare's SDK and what
 * wrangler sends. D1 is a real SQLite. An unknown request answers 404 and is listed in `unknown`.
 */
export async function startFakeCloudflare(): Promise<FakeCloudflare> {
  const scripts: FakeCloudflare['scripts'] = new Map()
  const databases: FakeCloudflare['databases'] = new Map()
  const buckets: FakeCloudflare['buckets'] = new Map()
  const objects: FakeCloudflare['objects'] = new Map()
  const domains: FakeCloudflare['domains'] = new Map()
  /** Exports that wait to be downloaded, and uploads that wait to be imported. */
  const transfers = new Map<string, Buffer>()
  let baseUrl = ''
  const zones: string[] = []
  let changesLeft = Number.POSITIVE_INFINITY
  const writes: string[] = []
  const unknown: string[] = []

  const script = (name: string): FakeScript => {
    const found = scripts.get(name)
    if (!found) throw new ApiError(404, 10007, 'This Worker does not exist on your account.')
    return found
  }
  const openDatabase = (id: string) => {
    const found = databases.get(id)
    if (!found) throw new ApiError(404, 7404, 'The database could not be found')
    return found
  }
  const describeDatabase = (id: string) => ({
    uuid: id,
    name: openDatabase(id).name,
    version: 'production',
    created_at: '2026-11-01T00:00:00Z',
  })
  const upload = (name: string, { bindings }: Body): FakeVersion => {
    const known = scripts.get(name) ?? { versions: [], deployments: [], secrets: [] }
    scripts.set(name, known)
    const version = { id: randomUUID(), number: known.versions.length + 1 }
    known.versions.unshift(version)
    for (const { type, name: secret } of Array.isArray(bindings) ? bindings : []) {
      if (type === 'secret_text' && !known.secrets.includes(secret)) known.secrets.push(secret)
    }
    return version
  }
  const uploadNext = (name: string, metadata: Body): FakeVersion => {
    script(name)
    return upload(name, metadata)
  }
  const settingsOf = (name: string) => {
    script(name)
    return {
      bindings: [{ type: 'plain_text', name: 'SITE_ORIGIN', text: 'https://before.encre.tattoo' }],
      compatibility_date: '2026-11-01',
    }
  }
  const describeVersion = ({ id, number }: FakeVersion) => ({
    id,
    number,
    metadata: {
      created_on: '2026-11-01T00:00:00Z',
      modified_on: '2026-11-01T00:00:00Z',
      source: 'wrangler',
      author_email: 'a@encre.example',
    },
    annotations: {},
    resources: { bindings: [], script: { etag: id, handlers: ['fetch'] }, script_runtime: { usage_model: 'standard' } },
    startup_time_ms: 12,
  })
  const deploy = (name: string, versions: { version_id: string; percentage: number }[]) => {
    const deployment = {
      id: randomUUID(),
      source: 'wrangler',
      strategy: 'percentage',
      created_on: '2026-11-01T00:00:00Z',
      author_email: 'a@encre.example',
      annotations: {},
      versions,
    }
    script(name).deployments.unshift(deployment)
    return deployment
  }
  const query = (id: string, { sql, params }: Body) => {
    const { database } = openDatabase(id)
    const text = String(sql)
    const values = Array.isArray(params) ? params.map(String) : []
    if (values.length === 0 && !/^\s*(select|pragma|with)/i.test(text)) {
      database.exec(text)
      return [{ success: true, results: [], meta: { duration: 1 } }]
    }
    return [{ success: true, results: database.prepare(text).all(...values), meta: { duration: 1 } }]
  }

  const account = `/accounts/${fakeAccountId}`
  const routes: Route[] = [
    ['GET', /^\/user\/tokens\/verify$/, () => ({ id: 'token', status: 'active' })],
    ['GET', /^\/zones$/, () => zones.map((name) => ({ id: name, name, status: 'active' }))],
    ['GET', /^\/d1\/database$/, () => [...databases.keys()].map(describeDatabase)],
    [
      'POST',
      /^\/d1\/database$/,
      (_, { name, jurisdiction }) => {
        if ([...databases.values()].some((one) => one.name === name))
          throw new ApiError(400, 7502, 'A database with that name already exists')
        const id = randomUUID()
        databases.set(id, {
          name: String(name),
          jurisdiction: jurisdiction ? String(jurisdiction) : undefined,
          database: new DatabaseSync(':memory:'),
        })
        return describeDatabase(id)
      },
    ],
    [
      'GET',
      /^\/d1\/database\/([^/]+)$/,
      // By UUID or by name, as at Cloudflare.
      ([id = '']) => describeDatabase([...databases].find(([, { name }]) => name === id)?.[0] ?? id),
    ],
    ['POST', /^\/d1\/database\/([^/]+)\/query$/, ([id = ''], body) => query(id, body)],
    [
      'POST',
      /^\/d1\/database\/([^/]+)\/export$/,
      ([id = ''], { current_bookmark }) => {
        // An export takes two requests. The first one starts it.
        if (!current_bookmark) return { type: 'export', success: true, at_bookmark: 'bookmark', messages: [] }
        const name = randomUUID()
        transfers.set(name, Buffer.from(writeDump(openDatabase(id).database)))
        return {
          type: 'export',
          success: true,
          status: 'complete',
          at_bookmark: 'bookmark',
          messages: [],
          result: { filename: name, signed_url: `${baseUrl}/transfers/${name}` },
        }
      },
    ],
    [
      'POST',
      /^\/d1\/database\/([^/]+)\/import$/,
      ([id = ''], { action, etag, filename }) => {
        const progress = { type: 'import', success: true, at_bookmark: 'bookmark', messages: [] }
        if (action === 'init') return { ...progress, upload_url: `${baseUrl}/transfers/${etag}`, filename: etag }
        if (action === 'poll') return { ...progress, status: 'complete', result: { num_queries: 1 } }
        openDatabase(id).database.exec(String(transfers.get(String(filename))))
        return progress
      },
    ],
    [
      'GET',
      /^\/r2\/buckets\/([^/]+)\/objects$/,
      ([name = ''], _, request) => {
        if (buckets.get(name)?.jurisdiction !== jurisdictionOf(request))
          throw new ApiError(404, 10006, 'The specified bucket does not exist.')
        return listObjects(objects.get(name) ?? new Map(), new URL(request.url ?? '', 'http://fake').searchParams)
      },
    ],
    [
      'GET',
      /^\/d1\/database\/([^/]+)\/time_travel\/bookmark$/,
      ([id = '']) => ({ bookmark: `00000001-00000002-00004e2f-${id.replaceAll('-', '')}` }),
    ],
    [
      'GET',
      /^\/r2\/buckets$/,
      (_, __, request) => ({
        buckets: [...buckets].flatMap(([name, { jurisdiction }]) =>
          jurisdiction === jurisdictionOf(request) ? [{ name, jurisdiction }] : [],
        ),
      }),
    ],
    [
      'GET',
      /^\/r2\/buckets\/([^/]+)$/,
      ([name = ''], _, request) => {
        if (buckets.get(name)?.jurisdiction !== jurisdictionOf(request))
          throw new ApiError(404, 10006, 'The specified bucket does not exist.')
        return {
          name,
          jurisdiction: jurisdictionOf(request),
          creation_date: '2026-11-01T00:00:00Z',
          location: 'WEUR',
          storage_class: 'Standard',
        }
      },
    ],
    [
      'POST',
      /^\/r2\/buckets$/,
      (_, { name }, request) => {
        buckets.set(String(name), { jurisdiction: jurisdictionOf(request), lifecycle: { rules: [] } })
        return { name, jurisdiction: jurisdictionOf(request) }
      },
    ],
    ['GET', /^\/r2\/buckets\/([^/]+)\/lifecycle$/, ([name = '']) => buckets.get(name)?.lifecycle],
    [
      'PUT',
      /^\/r2\/buckets\/([^/]+)\/lifecycle$/,
      ([name = ''], body) => {
        const bucket = buckets.get(name)
        if (!bucket) throw new ApiError(404, 10006, 'The specified bucket does not exist.')
        bucket.lifecycle = body
        return {}
      },
    ],
    ['GET', /^\/workers\/scripts$/, () => [...scripts].map(([id, { migrationTag }]) => ({ id, migration_tag: migrationTag }))],
    [
      'GET',
      /^\/workers\/services\/([^/]+)$/,
      ([name = '']) => ({
        id: name,
        default_environment: {
          environment: 'production',
          script: { id: name, migration_tag: script(name).migrationTag, last_deployed_from: 'wrangler', tag: name },
        },
      }),
    ],
    ['GET', /^\/workers\/scripts\/([^/]+)\/settings$/, ([name = '']) => settingsOf(name)],
    ['GET', /^\/workers\/scripts\/([^/]+)\/script-settings$/, ([name = '']) => settingsOf(name)],
    ['PATCH', /^\/workers\/scripts\/([^/]+)\/script-settings$/, ([name = '']) => settingsOf(name)],
    [
      'GET',
      /^\/workers\/scripts\/([^/]+)\/secrets$/,
      ([name = '']) => script(name).secrets.map((secret) => ({ name: secret, type: 'secret_text' })),
    ],
    ['GET', /^\/workers\/scripts\/([^/]+)\/deployments$/, ([name = '']) => ({ deployments: script(name).deployments })],
    [
      'POST',
      /^\/workers\/scripts\/([^/]+)\/deployments$/,
      ([name = ''], { versions }) => deploy(name, Array.isArray(versions) ? versions : []),
    ],
    ['GET', /^\/workers\/scripts\/([^/]+)\/versions$/, ([name = '']) => ({ items: script(name).versions.map(describeVersion) })],
    [
      'GET',
      /^\/workers\/scripts\/([^/]+)\/versions\/([^/]+)$/,
      ([name = '', id]) => {
        const version = script(name).versions.find((one) => one.id === id)
        if (!version) throw new ApiError(404, 10077, 'The version does not exist.')
        return describeVersion(version)
      },
    ],
    ['POST', /^\/workers\/scripts\/([^/]+)\/versions$/, ([name = ''], body) => describeVersion(uploadNext(name, body))],
    [
      'PUT',
      /^\/workers\/scripts\/([^/]+)$/,
      ([name = ''], body) => {
        const version = upload(name, body)
        deploy(name, [{ version_id: version.id, percentage: 100 }])
        return { id: name, tag: name, etag: version.id, deployment_id: version.id, startup_time_ms: 12, entry_point: 'worker.js' }
      },
    ],
    ['POST', /^\/workers\/scripts\/([^/]+)\/assets-upload-session$/, () => ({ jwt: 'jwt', buckets: [] })],
    ['GET', /^\/workers\/scripts\/([^/]+)\/subdomain$/, () => ({ enabled: false, previews_enabled: false })],
    ['POST', /^\/workers\/scripts\/([^/]+)\/subdomain$/, () => ({ enabled: false, previews_enabled: false })],
    [
      'GET',
      /^\/workers\/workers\/([^/]+)$/,
      ([name = '']) => {
        script(name)
        return { id: name, name, subdomain: { enabled: false, previews_enabled: false }, observability: { enabled: true } }
      },
    ],
    ['GET', /^\/workers\/subdomain$/, () => ({ subdomain: 'encre' })],
    ['PUT', /^\/workers\/scripts\/([^/]+)\/schedules$/, (_, body) => ({ schedules: body })],
    ['POST', /^\/workers\/scripts\/([^/]+)\/domains\/changeset$/, () => ({ added: [], removed: [], updated: [], conflicting: [] })],
    [
      'PUT',
      /^\/workers\/scripts\/([^/]+)\/domains\/records$/,
      ([name = ''], body) => {
        for (const { hostname } of Array.isArray(body.origins) ? body.origins : []) domains.set(String(hostname), name)
        return []
      },
    ],
  ]

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    const path = url.pathname.replace(/^\/client\/v4/, '')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    if (path.startsWith('/transfers/')) {
      const name = path.slice('/transfers/'.length)
      if (request.method === 'PUT') transfers.set(name, bytes)
      response.setHeader('ETag', `"${name}"`).end(request.method === 'PUT' ? '' : transfers.get(name))
      return
    }
    if (path.startsWith('/s3/')) {
      answerS3(request, response, { objects, bytes, path })
      if (request.method === 'PUT') writes.push(`PUT ${path}`)
      return
    }
    const body: Body = await readBody(bytes, request.headers['content-type'] ?? '')
    const method = request.method ?? 'GET'
    const answer = (status: number, answered: unknown, errors: unknown[] = []) => {
      // Every list has one page. The SDK asks until a page is empty.
      const result = Array.isArray(answered) && Number(url.searchParams.get('page') ?? 1) > 1 ? [] : answered
      const cursor = answered instanceof Page ? { result_info: { cursor: answered.cursor, is_truncated: answered.cursor !== '' } } : {}
      const info = Array.isArray(result)
        ? { result_info: { page: 1, per_page: 100, count: result.length, total_count: result.length, total_pages: 1 } }
        : {}
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          success: errors.length === 0,
          errors,
          messages: [],
          result: answered instanceof Page ? answered.items : result,
          ...info,
          ...cursor,
        }),
      )
    }
    const rest = path.startsWith(account) ? path.slice(account.length) : path
    const route = routes.find(([verb, pattern]) => verb === method && pattern.test(rest))
    if (!route) {
      unknown.push(`${method} ${path}`)
      answer(404, null, [{ code: 7003, message: `No route for that URI: ${method} ${path}` }])
      return
    }
    // An export changes nothing. A query may only read. Everything else but GET is a change.
    const isChange =
      method !== 'GET' && !rest.endsWith('/export') && !(rest.endsWith('/query') && /^\s*(select|pragma)/i.test(String(body.sql)))
    if (isChange) {
      if (changesLeft <= 0) {
        answer(400, null, [{ code: 10001, message: 'The fake refuses this change' }])
        return
      }
      changesLeft -= 1
      writes.push(`${method} ${rest}`)
    }
    try {
      answer(200, route[2]([...(route[1].exec(rest) ?? [])].slice(1), body, request))
    } catch (error) {
      if (error instanceof ApiError) answer(error.status, null, [{ code: error.code, message: error.message }])
      else answer(400, null, [{ code: 7500, message: String(error) }])
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  baseUrl = `http://127.0.0.1:${port}/client/v4`
  return {
    baseUrl,
    r2Origin: `http://127.0.0.1:${port}/s3`,
    objects,
    scripts,
    databases,
    buckets,
    domains,
    zones,
    failAfter: (changes) => {
      changesLeft = changes
    },
    writes,
    unknown,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The JSON of a request. A worker's upload is a form, whose field `metadata` has its bindings. */
async function readBody(bytes: Buffer<ArrayBuffer>, type: string): Promise<Body> {
  if (type.includes('json')) return JSON.parse(bytes.toString() || '{}')
  if (!type.startsWith('multipart/form-data')) return {}
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  const metadata = form.get('metadata')
  return typeof metadata === 'string' ? JSON.parse(metadata) : {}
}

function jurisdictionOf(request: IncomingMessage): string {
  return String(request.headers['cf-r2-jurisdiction'] ?? 'default')
}

/** One page of a list that goes on after `cursor`. */
class Page {
  readonly items: unknown[]
  readonly cursor: string

  constructor(items: unknown[], cursor: string) {
    this.items = items
    this.cursor = cursor
  }
}

/** Small, so that a test needs few objects to see a second page. */
const objectsPerPage = 3

function listObjects(objects: Map<string, FakeObject>, query: URLSearchParams): Page {
  const after = query.get('cursor') ?? query.get('start_after') ?? ''
  const keys = [...objects.keys()].sort().filter((key) => key > after)
  const items = keys.slice(0, objectsPerPage).map((key) => {
    const { bytes, uploaded, httpMetadata, customMetadata } = objects.get(key) ?? missing()
    return {
      key,
      size: bytes.length,
      etag: createHash('md5').update(bytes).digest('hex'),
      last_modified: uploaded,
      http_metadata: httpMetadata,
      custom_metadata: customMetadata,
    }
  })
  return new Page(items, keys.length > objectsPerPage ? (keys[objectsPerPage - 1] ?? '') : '')
}

function missing(): never {
  throw new ApiError(404, 10007, 'The specified key does not exist.')
}

const metadataHeaders: Record<string, string> = { 'content-type': 'contentType', 'cache-control': 'cacheControl' }

/** `GET` and `PUT` of an object, signed with AWS's fourth version. */
function answerS3(
  request: IncomingMessage,
  response: ServerResponse,
  { objects, bytes, path }: { objects: FakeCloudflare['objects']; bytes: Buffer; path: string },
): void {
  const [, , bucket = '', ...parts] = path.split('/')
  const key = parts.map(decodeURIComponent).join('/')
  if (!/^AWS4-HMAC-SHA256 Credential=token\//.test(request.headers.authorization ?? '')) {
    response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    return
  }
  const stored = objects.get(bucket) ?? new Map<string, FakeObject>()
  if (request.method === 'PUT') {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const)
    const pick = (rename: (name: string) => string | undefined) =>
      Object.fromEntries(headers.flatMap(([name, value]) => (rename(name) ? [[rename(name), value]] : [])))
    stored.set(key, {
      bytes,
      uploaded: new Date().toISOString(),
      httpMetadata: pick((name) => metadataHeaders[name]),
      customMetadata: pick((name) => /^x-amz-meta-(.+)$/.exec(name)?.[1]),
    })
    objects.set(bucket, stored)
    response.end()
    return
  }
  const object = stored.get(key)
  if (object) response.end(object.bytes)
  else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
}
