import { readLimited, TooLargeError } from './read-limited.ts'

/** Bytes of an image; a 1024x1024 PNG has about 2 MB. */
export const imageLimit = 25 * 1024 * 1024
const deadline = 15_000

/** Fetching again costs nothing, losing the image does: it was paid for. */
const tries = 3
const passing = [408, 425, 429]

/** No image will ever come from the provider's address: it is not one that we fetch, or its answer is not worth keeping. */
export class DownloadRefusedError extends Error {
  override name = 'DownloadRefusedError'
}

/**
 * Fetches an image from an address that the provider gave, which may be hostile: only from an origin that is listed exactly (so http
 * and addresses without a name only where listed), without credentials, redirects, delays or floods. Throws `DownloadRefusedError`,
 * `TooLargeError`, or what went wrong three times in a row and may pass.
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
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.any([signal, AbortSignal.timeout(deadline)]) })
  if (response.status === 200) return readLimited(response.body, imageLimit)
  await response.body?.cancel()
  const reason = `status ${response.status}`
  throw response.status >= 500 || passing.includes(response.status) ? new Error(reason) : new DownloadRefusedError(reason)
}

function allowedUrl(address: string, allowedOrigins: string): URL {
  const url = URL.parse(address)
  if (!url) throw new DownloadRefusedError('not a URL')
  if (url.username || url.password) throw new DownloadRefusedError('credentials in the URL')
  const origins = allowedOrigins.split(',').map((origin) => origin.trim())
  // `origin` of a scheme other than http(s) is the text 'null'.
  if (!/^https?:$/.test(url.protocol) || !origins.includes(url.origin)) throw new DownloadRefusedError('origin not listed')
  return url
}
