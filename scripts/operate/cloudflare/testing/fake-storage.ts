import { hash, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { withScratch } from '../../../lib/with-scratch.ts'

export type Body = Record<string, unknown>

/** A request to the API: the parts of the path that the route names, and what was sent. */
export interface Call {
  params: Record<string, string | undefined>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** Where the request arrived. */
  host: string
  body: Body
  /** The files of a form. */
  files: { name: string; type: string; bytes: Buffer }[]
}

/** The results by method and path, as in `GET /d1/database/:id`, without `/accounts/<id>`. */
export type Routes = Record<string, (call: Call) => unknown>

export const refusal = (status: number, code: number, message: string) =>
  Object.assign(new Error(message), { status, code })

/** An object of R2. `listed` is what a list says of it. */
export interface FakeObject {
  bytes: Buffer
  listed: object
}

/** By bucket and key. A `Map` is one. */
export interface FakeObjects {
  get(place: string): FakeObject | undefined | Promise<FakeObject | undefined>
  set(place: string, object: FakeObject): unknown
  delete(place: string): unknown
  /** All places. */
  keys(): Iterable<string> | AsyncIterable<string>
}

export interface FakeStorage {
  databases: Map<string, { name: string; jurisdiction: unknown; database: DatabaseSync }>
  buckets: Map<string, { jurisdiction: string; lifecycle: unknown }>
  objects: FakeObjects
  openDatabase: (id: string) => DatabaseSync
  /** Time Travel's copies, by bookmark. */
  bookmarks: Map<string, Buffer>
  /** SQL that was uploaded to be imported, by name. */
  imports: Map<string, string>
}

export const createStorage = (
  objects: FakeObjects = new Map<string, FakeObject>(),
  openDatabase = (_id: string) => new DatabaseSync(':memory:'),
): FakeStorage => ({
  databases: new Map(),
  buckets: new Map(),
  objects,
  openDatabase,
  bookmarks: new Map(),
  imports: new Map(),
})

export const s3Path = '/s3'
export const importPath = '/imports/'
/** Small, so that a test needs few objects to see a second page. */
const objectsPerPage = 3

/** R2's S3 API: `GET`, `PUT` and `DELETE` of an object, signed with AWS's fourth version. */
export async function answerS3(
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
      etag: hash('md5', bytes),
      http_metadata: { contentType: headers['content-type'] },
      custom_metadata: Object.fromEntries(
        custom.map(([header, value]) => [header.slice('x-amz-meta-'.length), value]),
      ),
    }
    await objects.set(place, { bytes, listed })
  }
  if (method === 'DELETE') {
    await objects.delete(place)
    return { status: 204 }
  }
  const object = await objects.get(place)
  return object
    ? { status: 200, bytes: object.bytes }
    : { status: 404, bytes: '<Error><Code>NoSuchKey</Code></Error>' }
}

export function storageRoutes(storage: FakeStorage): Routes {
  return { ...databaseRoutes(storage), ...bucketRoutes(storage) }
}

function databaseRoutes(storage: FakeStorage): Routes {
  const { databases, bookmarks, imports } = storage
  const getDatabase = (id = '') => {
    const found = databases.get(id)
    if (!found) throw refusal(404, 7404, 'The database could not be found')
    return found
  }
  const describeDatabase = (id: string) => ({ uuid: id, name: getDatabase(id).name })
  return {
    'GET /d1/database': () => [...databases.keys()].map(describeDatabase),
    'POST /d1/database': ({ body: { name, jurisdiction } }) => {
      if ([...databases.values()].some((one) => one.name === name))
        throw refusal(400, 7502, 'A database with that name already exists')
      const id = randomUUID()
      databases.set(id, {
        name: String(name),
        jurisdiction,
        database: storage.openDatabase(id),
      })
      return describeDatabase(id)
    },
    // By its id or its name, as wrangler asks.
    'GET /d1/database/:id': ({ params: { id = '' } }) => {
      const named = [...databases].find(([, { name }]) => name === id)
      return describeDatabase(named?.[0] ?? id)
    },
    'DELETE /d1/database/:id': ({ params: { id = '' } }) => {
      getDatabase(id).database.close()
      databases.delete(id)
      return null
    },
    'POST /d1/database/:id/query': ({ params: { id }, body }) => {
      const { database } = getDatabase(id)
      const startedAt = performance.now()
      const results = runQuery(database, body)
      const duration = performance.now() - startedAt
      if (duration > longestStatementMs)
        throw refusal(400, 7500, 'D1 DB exceeded its CPU time limit and was reset.')
      return [{ success: true, results, meta: { duration } }]
    },
    // https://developers.cloudflare.com/d1/reference/time-travel
    'GET /d1/database/:id/time_travel/bookmark': async ({ params: { id = '' } }) => ({
      bookmark: await keepBookmark(getDatabase(id).database, id, bookmarks),
    }),
    'POST /d1/database/:id/time_travel/restore': async ({ params: { id = '' }, query }) => {
      const { database } = getDatabase(id)
      const bookmark = query.get('bookmark') ?? ''
      const copy = bookmarks.get(bookmark)
      if (!copy) throw refusal(400, 7500, 'The bookmark could not be found')
      const previous_bookmark = await keepBookmark(database, id, bookmarks)
      await withScratch(async (folder) => {
        const file = join(folder, 'copy.sqlite')
        writeFileSync(file, copy)
        using source = new DatabaseSync(file)
        await backup(source, database.location() ?? '')
      })
      return { bookmark, previous_bookmark, message: '' }
    },
    // https://developers.cloudflare.com/d1/best-practices/import-export-data. The database answers
    // nobody during an import.
    'POST /d1/database/:id/import': ({ params: { id = '' }, body, host }) => {
      const filename = `${id}.sql`
      if (body.action === 'init')
        return { success: true, filename, upload_url: `http://${host}${importPath}${filename}` }
      const sql = imports.get(filename) ?? ''
      getDatabase(id).database.exec(`begin; ${sql}; commit`)
      const meta = { duration: 1, rows_read: 0, rows_written: 0, size_after: sql.length }
      const result = { num_queries: 1, final_bookmark: filename, meta }
      return { success: true, status: 'complete', messages: [], result }
    },
  }
}

function bucketRoutes({ buckets, objects }: FakeStorage): Routes {
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
    'DELETE /r2/buckets/:name': async ({ params: { name = '' }, headers }) => {
      getBucket(name, headers)
      for await (const place of objects.keys()) {
        if (place.startsWith(`${name}/`))
          throw refusal(409, 10008, 'The bucket you tried to delete is not empty')
      }
      buckets.delete(name)
      return {}
    },
    'GET /r2/buckets/:name/lifecycle': ({ params: { name }, headers }) =>
      getBucket(name, headers).lifecycle,
    'PUT /r2/buckets/:name/lifecycle': ({ params: { name }, headers, body }) => {
      getBucket(name, headers).lifecycle = body
      return {}
    },
    'GET /r2/buckets/:name/objects': async ({ params: { name = '' }, query, headers }) => {
      getBucket(name, headers)
      const after = query.get('cursor') ?? query.get('start_after') ?? ''
      const keys: string[] = []
      for await (const place of objects.keys()) {
        if (place.startsWith(`${name}/`)) keys.push(place.slice(name.length + 1))
      }
      const rest = keys.filter((key) => key > after).sort()
      const listed = rest.slice(0, objectsPerPage).map(async (key) => {
        const object = await objects.get(`${name}/${key}`)
        return { key, ...object?.listed }
      })
      const items = await Promise.all(listed)
      return { items, cursor: rest.length > items.length ? items.at(-1)?.key : '' }
    },
  }
}

/** The name of what a database has now. */
async function keepBookmark(
  database: DatabaseSync,
  id: string,
  bookmarks: FakeStorage['bookmarks'],
): Promise<string> {
  const copy = await withScratch(async (folder) => {
    const file = join(folder, 'copy.sqlite')
    database.prepare('vacuum into ?').run(file)
    return readFileSync(file)
  })
  const number = String(bookmarks.size + 1).padStart(8, '0')
  const bookmark = `${number}-00000002-00004e2f-${id.replaceAll('-', '')}`
  bookmarks.set(bookmark, copy)
  return bookmark
}

/** https://developers.cloudflare.com/d1/platform/limits: how long a statement may run. */
const longestStatementMs = 30_000

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
