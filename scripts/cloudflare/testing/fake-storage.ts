import { createHash, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { DatabaseSync } from 'node:sqlite'

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

export const refusal = (status: number, code: number, message: string) =>
  Object.assign(new Error(message), { status, code })

export const createStorage = () => ({
  databases: new Map<string, { name: string; jurisdiction: unknown; database: DatabaseSync }>(),
  buckets: new Map<string, { jurisdiction: string; lifecycle: unknown }>(),
  /** By bucket and key. `listed` is what a list says of it. */
  objects: new Map<string, { bytes: Buffer; listed: object }>(),
})
type FakeStorage = ReturnType<typeof createStorage>

export const s3Path = '/s3'
/** Small, so that a test needs few objects to see a second page. */
const objectsPerPage = 3

/** R2's S3 API: `GET` and `PUT` of an object, signed with AWS's fourth version. */
export function answerS3(
  { objects }: FakeStorage,
  method: string,
  place: string,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
) {
  if (!headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=token/'))
    return { status: 403, bytes: 'SignatureDoesNotMatch' }
  if (method === 'PUT') {
    const custom = Object.entries(headers).filter(([header]) => header.startsWith('x-amz-meta-'))
    const listed = {
      size: bytes.length,
      etag: createHash('md5').update(bytes).digest('hex'),
      http_metadata: { contentType: headers['content-type'] },
      custom_metadata: Object.fromEntries(
        custom.map(([header, value]) => [header.slice('x-amz-meta-'.length), value]),
      ),
    }
    objects.set(place, { bytes, listed })
  }
  const object = objects.get(place)
  return object
    ? { status: 200, bytes: object.bytes }
    : { status: 404, bytes: '<Error><Code>NoSuchKey</Code></Error>' }
}

export function storageRoutes({ databases, buckets, objects }: FakeStorage): Routes {
  const getDatabase = (id = '') => {
    const found = databases.get(id)
    if (!found) throw refusal(404, 7404, 'The database could not be found')
    return found
  }
  const describeDatabase = (id: string) => ({ uuid: id, name: getDatabase(id).name })
  const jurisdictionOf = (headers: IncomingHttpHeaders) =>
    String(headers['cf-r2-jurisdiction'] ?? 'default')
  /** A request sees the buckets of the jurisdiction that its header names. */
  const getBucket = (name = '', headers: IncomingHttpHeaders) => {
    const bucket = buckets.get(name)
    if (bucket?.jurisdiction !== jurisdictionOf(headers))
      throw refusal(404, 10006, 'The specified bucket does not exist.')
    return bucket
  }
  return {
    'GET /d1/database': () => [...databases.keys()].map(describeDatabase),
    'POST /d1/database': ({ body: { name, jurisdiction } }) => {
      if ([...databases.values()].some((one) => one.name === name))
        throw refusal(400, 7502, 'A database with that name already exists')
      const id = randomUUID()
      databases.set(id, {
        name: String(name),
        jurisdiction,
        database: new DatabaseSync(':memory:'),
      })
      return describeDatabase(id)
    },
    'GET /d1/database/:id': ({ params: { id = '' } }) => describeDatabase(id),
    'POST /d1/database/:id/query': ({ params: { id }, body }) => {
      const { database } = getDatabase(id)
      const startedAt = performance.now()
      const results = runQuery(database, body)
      return [{ success: true, results, meta: { duration: performance.now() - startedAt } }]
    },
    'GET /d1/database/:id/time_travel/bookmark': ({ params: { id = '' } }) => ({
      bookmark: `00000001-00000002-00004e2f-${id.replaceAll('-', '')}`,
    }),
    'GET /r2/buckets': ({ headers }) => ({
      buckets: [...buckets]
        .filter(([, { jurisdiction }]) => jurisdiction === jurisdictionOf(headers))
        .map(([name]) => ({ name })),
    }),
    'POST /r2/buckets': ({ body: { name }, headers }) => {
      buckets.set(String(name), { jurisdiction: jurisdictionOf(headers), lifecycle: { rules: [] } })
      return { name }
    },
    'GET /r2/buckets/:name': ({ params: { name }, headers }) => ({
      name,
      jurisdiction: getBucket(name, headers).jurisdiction,
    }),
    'GET /r2/buckets/:name/lifecycle': ({ params: { name }, headers }) =>
      getBucket(name, headers).lifecycle,
    'PUT /r2/buckets/:name/lifecycle': ({ params: { name }, headers, body }) => {
      getBucket(name, headers).lifecycle = body
      return {}
    },
    'GET /r2/buckets/:name/objects': ({ params: { name = '' }, query, headers }) => {
      getBucket(name, headers)
      const after = query.get('cursor') ?? query.get('start_after') ?? ''
      const keys = [...objects.keys()]
        .filter((place) => place.startsWith(`${name}/`))
        .map((place) => place.slice(name.length + 1))
      const rest = keys.filter((key) => key > after).sort()
      const items = rest
        .slice(0, objectsPerPage)
        .map((key) => ({ key, ...objects.get(`${name}/${key}`)?.listed }))
      return { items, cursor: rest.length > items.length ? items.at(-1)?.key : '' }
    },
  }
}

export const readsOnly = (sql: string) => /^\s*(select|pragma)/i.test(sql)

/** https://developers.cloudflare.com/d1/platform/limits: bytes of an answer. */
const mostBytes = 50_000_000

/** Values are texts, as in the API's reference. */
function runQuery(database: DatabaseSync, { sql, params = [] }: Body) {
  const text = String(sql)
  if (!readsOnly(text)) {
    database.exec(text)
    return []
  }
  const rows = database.prepare(text).all(...(Array.isArray(params) ? params.map(String) : []))
  if (JSON.stringify(rows).length > mostBytes) throw refusal(413, 7500, 'Query result too large')
  return rows
}
