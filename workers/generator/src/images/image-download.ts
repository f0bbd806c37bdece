import { imageLimit, readLimited, TooLargeError } from '@encre/worker/limited-body'

// An image that the provider names by its address: which origins are asked, how often, how long.
// `call-provider.ts` calls it; `run-steps.ts` waits between tries.

const answerTimeoutMs = 15_000
/** For the whole image: 25 MB at 3.5 Mbit/s. */
const imageTimeoutMs = 60_000
const tries = 2
const temporaryStatuses = [408, 425, 429]
/** The file may come: some servers name its address before it is written. */
const missingStatuses = [202, 204, 404]

export class DownloadRefusedError extends Error {
  override name = 'DownloadRefusedError'
}

export class NotThereError extends Error {
  override name = 'NotThereError'
}

/**
 * The address may be hostile. Throws `DownloadRefusedError` or `TooLargeError`; any other error may
 * be temporary, and `NotThereError` for a minute.
 */
export async function downloadImage(
  address: string,
  allowedOrigins: readonly string[],
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const url = allowedUrl(address, allowedOrigins)
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetchImage(url, signal)
    } catch (error) {
      if (
        signal.aborted ||
        error instanceof DownloadRefusedError ||
        error instanceof TooLargeError ||
        error instanceof NotThereError ||
        attempt === tries
      )
        throw error
    }
  }
}

async function fetchImage(url: URL, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const hasNoAnswer = new AbortController()
  const timer = setTimeout(() => hasNoAnswer.abort(), answerTimeoutMs)
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.any([signal, hasNoAnswer.signal, AbortSignal.timeout(imageTimeoutMs)]),
  }).finally(() => clearTimeout(timer))
  const { status, headers } = response
  const isPage = /text|json/.test(headers.get('content-type') ?? '')
  if ((status === 200 || status === 206) && !isPage) return readLimited(response.body, imageLimit)
  await response.body?.cancel()
  const reason = isPage ? `status ${status}, a page` : `status ${status}`
  if (status === 200 || missingStatuses.includes(status)) throw new NotThereError(reason)
  throw status >= 500 || temporaryStatuses.includes(status)
    ? new Error(reason)
    : new DownloadRefusedError(reason)
}

function allowedUrl(address: string, allowedOrigins: readonly string[]): URL {
  const url = URL.parse(address)
  if (!url) throw new DownloadRefusedError('not a URL')
  if (url.username || url.password) throw new DownloadRefusedError('credentials in the URL')
  // For other schemes than http(s), `origin` is the text 'null'.
  if (!/^https?:$/.test(url.protocol) || !allowedOrigins.includes(url.origin))
    throw new DownloadRefusedError('origin not listed')
  return url
}
