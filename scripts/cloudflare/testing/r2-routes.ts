import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, type FakeAccount, type FakeObject, Page, type Routes } from './fake-account.ts'

/** Small, so that a test needs few objects to see a second page. */
const objectsPerPage = 3

/** R2: buckets, their lifecycle rules and their objects' keys. `answerS3` reads and writes the objects. */
export function r2Routes({ buckets, objects }: FakeAccount): Routes {
  /** A request sees the buckets of the jurisdiction that its header names. */
  const getBucket = (name = '', headers: IncomingHttpHeaders) => {
    const bucket = buckets.get(name)
    if (bucket?.jurisdiction !== jurisdictionOf(headers)) throw new ApiError(404, 10006, 'The specified bucket does not exist.')
    return bucket
  }
  return {
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
      const rest = [...(objects.get(name) ?? [])].filter(([key]) => key > after).sort(([a], [b]) => (a < b ? -1 : 1))
      const page = rest.slice(0, objectsPerPage)
      const items = page.map(([key, { bytes, httpMetadata, customMetadata }]) => ({
        key,
        size: bytes.length,
        etag: createHash('md5').update(bytes).digest('hex'),
        http_metadata: httpMetadata,
        custom_metadata: customMetadata,
      }))
      return new Page(items, rest.length > page.length ? (page.at(-1)?.[0] ?? '') : '')
    },
  }
}

function jurisdictionOf(headers: IncomingHttpHeaders): string {
  return String(headers['cf-r2-jurisdiction'] ?? 'default')
}

export const s3Path = '/s3'

/** R2's S3 API: `GET` and `PUT` of an object, signed with AWS's fourth version. */
export function answerS3(
  { objects }: FakeAccount,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { path, bytes }: { path: string; bytes: Buffer },
): void {
  const [bucket = '', ...parts] = path.slice(`${s3Path}/`.length).split('/')
  const key = parts.map(decodeURIComponent).join('/')
  if (!/^AWS4-HMAC-SHA256 Credential=token\//.test(headers.authorization ?? '')) {
    response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
  } else if (method === 'PUT') {
    const stored = objects.get(bucket) ?? new Map<string, FakeObject>()
    objects.set(bucket, stored.set(key, { bytes, ...readMetadata(headers) }))
    response.end()
  } else {
    const object = objects.get(bucket)?.get(key)
    if (object) response.end(object.bytes)
    else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
  }
}

const httpMetadataNames: Record<string, string> = { 'content-type': 'contentType', 'cache-control': 'cacheControl' }

function readMetadata(headers: IncomingHttpHeaders): Pick<FakeObject, 'httpMetadata' | 'customMetadata'> {
  const pick = (rename: (header: string) => string | undefined) =>
    Object.fromEntries(Object.entries(headers).flatMap(([header, value]) => (rename(header) ? [[rename(header), String(value)]] : [])))
  return {
    httpMetadata: pick((header) => httpMetadataNames[header]),
    customMetadata: pick((header) => /^x-amz-meta-(.+)$/.exec(header)?.[1]),
  }
}
