import { createHash, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { writeDump } from '../../lib/local-databases.ts'

export type Body = Record<string, unknown>

/** A request to the API: the parts of the path that the route names, and what was sent. */
export interface Call {
  params: Record<string, string | undefined>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Body
}

/** The results by method and path, as in `GET /d1/database/:id`, without `/accounts/<id>`. */
export type Routes = Record<string, (call: Call) => unknown>

export const refusal = (status: number, code: number, message: string) => Object.assign(new Error(message), { status, code })

interface FakeObject {
  bytes: Buffer
  httpMetadata: Record<string, string>
  customMetadata: Record<string, string>
}

export interface FakeStorage {
  databases: Map<string, { name: string; jurisdiction?: string | undefined; database: DatabaseSync }>
  buckets: Map<string, { jurisdiction: string; lifecycle: unknown }>
  objects: Map<string, FakeObject>
  transfers: Map<string, Buffer>
  answerTransfer(method: string, path: string, bytes: Buffer, response: ServerResponse): void
  answerS3(method: string, path: string, headers: IncomingHttpHeaders, bytes: Buffer, response: ServerResponse): void
}

export const transferPath = '/client/v4/transfers/'
export const s3Path = '/s3'
/** Small, so that a test needs few objects to see a second page. */
const objectsPerPage = 3

export function createStorage(): FakeStorage {
  const [objects, transfers] = [new Map<string, FakeObject>(), new Map<string, Buffer>()]
  return {
    databases: new Map(),
    buckets: new Map(),
    objects,
    transfers,
    // Downloads an export, or uploads the file of an import.
    answerTransfer(method, path, bytes, response) {
      const name = path.slice(transferPath.length)
      if (method === 'PUT') transfers.set(name, bytes)
      response.setHeader('ETag', `"${name}"`).end(method === 'PUT' ? '' : transfers.get(name))
    },
    // R2's S3 API: `GET` and `PUT` of an object, signed with AWS's fourth version.
    answerS3(method, path, headers, bytes, response) {
      const place = decodeURIComponent(path.slice(s3Path.length + 1))
      const object = objects.get(place)
      if (!/^AWS4-HMAC-SHA256 Credential=token\//.test(headers.authorization ?? '')) response.writeHead(403).end('SignatureDoesNotMatch')
      else if (method === 'PUT') objects.set(place, { bytes, ...readMetadata(headers) }) && response.end()
      else if (object) response.end(object.bytes)
      else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    },
  }
}

function readMetadata(headers: IncomingHttpHeaders): Pick<FakeObject, 'httpMetadata' | 'customMetadata'> {
  const custom = Object.entries(headers).filter(([header]) => header.startsWith('x-amz-meta-'))
  return {
    httpMetadata: { contentType: headers['content-type'] ?? '' },
    customMetadata: Object.fromEntries(custom.map(([header, value]) => [header.slice('x-amz-meta-'.length), String(value)])),
  }
}

export function storageRoutes({ databases, buckets, objects, transfers }: FakeStorage): Routes {
  const getDatabase = (id = '') => {
    const found = databases.get(id)
    if (!found) throw refusal(404, 7404, 'The database could not be found')
    return found
  }
  const describeDatabase = (id: string) => ({
    uuid: id,
    name: getDatabase(id).name,
    version: 'production',
    created_at: '2026-11-01T00:00:00Z',
  })
  const addressOf = ({ host }: IncomingHttpHeaders, name: string) => `http://${host}${transferPath}${name}`
  const jurisdictionOf = (headers: IncomingHttpHeaders) => String(headers['cf-r2-jurisdiction'] ?? 'default')
  /** A request sees the buckets of the jurisdiction that its header names. */
  const getBucket = (name = '', headers: IncomingHttpHeaders) => {
    const bucket = buckets.get(name)
    if (bucket?.jurisdiction !== jurisdictionOf(headers)) throw refusal(404, 10006, 'The specified bucket does not exist.')
    return bucket
  }
  const progress = { success: true, at_bookmark: 'bookmark', messages: [] }
  return {
    'GET /d1/database': () => [...databases.keys()].map(describeDatabase),
    'POST /d1/database': ({ body: { name, jurisdiction } }) => {
      if ([...databases.values()].some((one) => one.name === name)) throw refusal(400, 7502, 'A database with that name already exists')
      const id = randomUUID()
      databases.set(id, {
        name: String(name),
        jurisdiction: jurisdiction ? String(jurisdiction) : undefined,
        database: new DatabaseSync(':memory:'),
      })
      return describeDatabase(id)
    },
    // By UUID or by name, as at Cloudflare.
    'GET /d1/database/:id': ({ params: { id = '' } }) => describeDatabase([...databases].find(([, { name }]) => name === id)?.[0] ?? id),
    'POST /d1/database/:id/query': ({ params: { id }, body }) => runQuery(getDatabase(id).database, body),
    'POST /d1/database/:id/export': ({ params: { id }, body, headers }) => {
      // An export takes two requests. The first one starts it.
      if (!body.current_bookmark) return { ...progress, type: 'export' }
      const filename = randomUUID()
      transfers.set(filename, Buffer.from(writeDump(getDatabase(id).database)))
      return { ...progress, type: 'export', status: 'complete', result: { filename, signed_url: addressOf(headers, filename) } }
    },
    'POST /d1/database/:id/import': ({ params: { id }, body: { action, etag, filename }, headers }) => {
      if (action === 'init') return { ...progress, type: 'import', upload_url: addressOf(headers, String(etag)), filename: etag }
      const meta = { duration: 1, rows_read: 0, rows_written: 1, size_after: 1 }
      const result = { num_queries: 1, final_bookmark: 'bookmark', meta }
      if (action === 'poll') return { ...progress, type: 'import', status: 'complete', result }
      getDatabase(id).database.exec(String(transfers.get(String(filename))))
      return { ...progress, type: 'import' }
    },
    'GET /d1/database/:id/time_travel/bookmark': ({ params: { id = '' } }) => ({
      bookmark: `00000001-00000002-00004e2f-${id.replaceAll('-', '')}`,
    }),
    'GET /r2/buckets': ({ headers }) => ({
      buckets: [...buckets].filter(([, { jurisdiction }]) => jurisdiction === jurisdictionOf(headers)).map(([name]) => ({ name })),
    }),
    'POST /r2/buckets': ({ body: { name }, headers }) => {
      buckets.set(String(name), { jurisdiction: jurisdictionOf(headers), lifecycle: { rules: [] } })
      return { name }
    },
    'GET /r2/buckets/:name': ({ params: { name }, headers }) => ({ name, jurisdiction: getBucket(name, headers).jurisdiction }),
    'GET /r2/buckets/:name/lifecycle': ({ params: { name }, headers }) => getBucket(name, headers).lifecycle,
    'PUT /r2/buckets/:name/lifecycle': ({ params: { name }, headers, body }) => {
      getBucket(name, headers).lifecycle = body
      return {}
    },
    'GET /r2/buckets/:name/objects': ({ params: { name = '' }, query, headers }) => {
      getBucket(name, headers)
      const after = query.get('cursor') ?? query.get('start_after') ?? ''
      const own = [...objects]
        .filter(([place]) => place.startsWith(`${name}/`))
        .map(([place, one]) => ({ key: place.slice(name.length + 1), ...one }))
      const rest = own.filter(({ key }) => key > after).sort((one, other) => (one.key < other.key ? -1 : 1))
      const items = rest.slice(0, objectsPerPage).map(({ key, bytes, httpMetadata, customMetadata }) => {
        const etag = createHash('md5').update(bytes).digest('hex')
        return { key, size: bytes.length, etag, http_metadata: httpMetadata, custom_metadata: customMetadata }
      })
      return { items, cursor: rest.length > items.length ? items.at(-1)?.key : '' }
    },
  }
}

function runQuery(database: DatabaseSync, { sql, params }: Body) {
  const [text, values] = [String(sql), Array.isArray(params) ? params.map(String) : []]
  if (values.length > 0 || /^\s*(select|pragma|with)/i.test(text))
    return [{ success: true, results: database.prepare(text).all(...values), meta: { duration: 1 } }]
  database.exec(text)
  return [{ success: true, results: [], meta: { duration: 1 } }]
}
