/** Maximum size of an image in bytes. A 1024x1024 PNG has about 2 MB. */
export const imageLimit = 25 * 1024 * 1024
const downloadTryTimeoutMs = 15_000
const tries = 3
const temporaryStatuses = [408, 425, 429]

/** The provider's address will never lead to a usable image, so the download is not tried again. */
export class DownloadRefusedError extends Error {
  override name = 'DownloadRefusedError'
}

/**
 * Downloads an image from an address that the provider answered, which may be hostile. The origin must be listed exactly (which also
 * excludes http and IP addresses unless listed); credentials and redirects are refused, time and size are limited. Tries three times.
 * Throws `DownloadRefusedError` or `TooLargeError`; any other error may be temporary.
 */
export async function downloadImage(address: string, allowedOrigins: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const url = allowedUrl(address, allowedOrigins)
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetchImage(url, signal)
    } catch (error) {
      if (signal.aborted || error instanceof DownloadRefusedError || error instanceof TooLargeError || attempt === tries) throw error
    }
  }
}

async function fetchImage(url: URL, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.any([signal, AbortSignal.timeout(downloadTryTimeoutMs)]) })
  if (response.status === 200) return readLimited(response.body, imageLimit)
  await response.body?.cancel()
  const reason = `status ${response.status}`
  throw response.status >= 500 || temporaryStatuses.includes(response.status) ? new Error(reason) : new DownloadRefusedError(reason)
}

function allowedUrl(address: string, allowedOrigins: string): URL {
  const url = URL.parse(address)
  if (!url) throw new DownloadRefusedError('not a URL')
  if (url.username || url.password) throw new DownloadRefusedError('credentials in the URL')
  const origins = allowedOrigins.split(',').map((origin) => origin.trim())
  // For other schemes than http(s), `origin` is the text 'null'.
  if (!/^https?:$/.test(url.protocol) || !origins.includes(url.origin)) throw new DownloadRefusedError('origin not listed')
  return url
}

export class TooLargeError extends Error {
  override name = 'TooLargeError'
}

/** Reads a body of at most `limit` bytes. Throws `TooLargeError` as soon as it is longer. */
export async function readLimited(body: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (!body) return new Uint8Array()
  const limited = body.pipeThrough(limitBytes(limit))
  return new Uint8Array(await new Response(limited).arrayBuffer())
}

/** Passes bytes through and fails with `TooLargeError` after `limit` bytes. */
export function limitBytes(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seen += chunk.byteLength
      if (seen > limit) throw new TooLargeError(`more than ${limit} bytes`)
      controller.enqueue(chunk)
    },
  })
}
