import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FakeAccount, FakeObject } from './fake-account.ts'
import { ApiError, Page, type Routes } from './routes.ts'

/** R2: buckets, their lifecycle rules and their objects' keys. `answerS3` reads and writes the objects. */
export function r2Routes({ buckets, objects }: FakeAccount): Routes {
  /** A request sees the buckets of the jurisdiction that its header names. */
  const expectBucket = (name: string, headers: IncomingHttpHeaders) => {
    if (buckets.get(name)?.jurisdiction !== jurisdictionOf(headers)) throw missingBucket()
  }

  return {
    'GET /r2/buckets': ({ headers }) => ({
      buckets: [...buckets].flatMap(([name, { jurisdiction }]) =>
        jurisdiction === jurisdictionOf(headers) ? [{ name, jurisdiction }] : [],
      ),
    }),
    'POST /r2/buckets': ({ body: { name }, headers }) => {
      const jurisdiction = jurisdictionOf(headers)
      buckets.set(String(name), { jurisdiction, lifecycle: { rules: [] } })
      return { name, jurisdiction }
    },
    'GET /r2/buckets/:name': ({ params: { name = '' }, headers }) => {
      expectBucket(name, headers)
      return {
        name,
        jurisdiction: jurisdictionOf(headers),
        creation_date: '2026-11-01T00:00:00Z',
        location: 'WEUR',
        storage_class: 'Standard',
      }
    },
    'GET /r2/buckets/:name/lifecycle': ({ params: { name = '' } }) => buckets.get(name)?.lifecycle,
    'PUT /r2/buckets/:name/lifecycle': ({ params: { name = '' }, body }) => {
      const bucket = buckets.get(name)
      if (!bucket) throw missingBucket()
      bucket.lifecycle = body
      return {}
    },
    'GET /r2/buckets/:name/objects': ({ params: { name = '' }, query, headers }) => {
      expectBucket(name, headers)
      return listObjects(objects.get(name) ?? new Map(), query)
    },
  }
}

function missingBucket(): ApiError {
  return new ApiError(404, 10006, 'The specified bucket does not exist.')
}

function jurisdictionOf(headers: IncomingHttpHeaders): string {
  return String(headers['cf-r2-jurisdiction'] ?? 'default')
}

/** Small, so that a test needs few objects to see a second page. */
const objectsPerPage = 3

function listObjects(objects: Map<string, FakeObject>, query: URLSearchParams): Page {
  const after = query.get('cursor') ?? query.get('start_after') ?? ''
  const rest = [...objects].filter(([key]) => key > after).sort(([a], [b]) => (a < b ? -1 : 1))
  const page = rest.slice(0, objectsPerPage)
  const items = page.map(([key, { bytes, uploaded, httpMetadata, customMetadata }]) => ({
    key,
    size: bytes.length,
    etag: createHash('md5').update(bytes).digest('hex'),
    last_modified: uploaded,
    http_metadata: httpMetadata,
    custom_metadata: customMetadata,
  }))
  return new Page(items, rest.length > page.length ? (page.at(-1)?.[0] ?? '') : '')
}
