import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FakeAccount, FakeObject } from './fake-account.ts'

export const s3Path = '/s3'

/** R2's S3 API: `GET` and `PUT` of an object, signed with AWS's fourth version. */
export function answerS3(
  { objects }: FakeAccount,
  request: IncomingMessage,
  response: ServerResponse,
  { path, bytes }: { path: string; bytes: Buffer },
): void {
  if (!/^AWS4-HMAC-SHA256 Credential=token\//.test(request.headers.authorization ?? '')) {
    response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    return
  }
  const [bucket = '', ...parts] = path.slice(`${s3Path}/`.length).split('/')
  const key = parts.map(decodeURIComponent).join('/')
  if (request.method === 'PUT') {
    const stored = objects.get(bucket) ?? new Map<string, FakeObject>()
    objects.set(bucket, stored.set(key, { bytes, uploaded: new Date().toISOString(), ...readMetadata(request.headers) }))
    response.end()
    return
  }
  const object = objects.get(bucket)?.get(key)
  if (object) response.end(object.bytes)
  else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
}

const httpMetadataNames: Record<string, string> = { 'content-type': 'contentType', 'cache-control': 'cacheControl' }

function readMetadata(headers: IncomingHttpHeaders): Pick<FakeObject, 'httpMetadata' | 'customMetadata'> {
  const pick = (rename: (header: string) => string | undefined) =>
    Object.fromEntries(
      Object.entries(headers).flatMap(([header, value]) => {
        const name = rename(header)
        return name ? [[name, String(value)]] : []
      }),
    )
  return {
    httpMetadata: pick((header) => httpMetadataNames[header]),
    customMetadata: pick((header) => /^x-amz-meta-(.+)$/.exec(header)?.[1]),
  }
}
