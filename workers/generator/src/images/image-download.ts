import { readLimited } from './read-limited.ts'

/** Bytes of an image; a 1024x1024 PNG has about 2 MB. */
export const imageLimit = 25 * 1024 * 1024
const deadline = 15_000

/** An address that the provider gave and that we do not fetch, or an answer there that is no image's. */
export class DownloadRefused extends Error {
  override name = 'DownloadRefused'
}

/**
 * Fetches an image from an address that the provider gave, which may be hostile: only from an origin that is listed exactly (so http
 * and addresses without a name only where listed), without credentials, redirects, delays or floods.
 */
export async function downloadImage(address: string, allowedOrigins: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const url = allowedUrl(address, allowedOrigins)
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.any([signal, AbortSignal.timeout(deadline)]) })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new DownloadRefused(`status ${response.status}`)
  }
  return readLimited(response.body, imageLimit)
}

function allowedUrl(address: string, allowedOrigins: string): URL {
  const url = URL.parse(address)
  if (!url) throw new DownloadRefused('not a URL')
  if (url.username || url.password) throw new DownloadRefused('credentials in the URL')
  const origins = allowedOrigins.split(',').map((origin) => origin.trim())
  // `origin` of a scheme other than http(s) is the text 'null'.
  if (!/^https?:$/.test(url.protocol) || !origins.includes(url.origin)) throw new DownloadRefused('origin not listed')
  return url
}
