import type { Bindings } from '../bindings.ts'
import { DownloadRefusedError, downloadImage } from '../images/image-download.ts'
import { TooLargeError } from '../images/read-limited.ts'
import { readImage } from './call-provider.ts'
import type { DownloadAnswer } from './provider.ts'

/** Fetches the image that a provider left at an address. Never throws. */
export async function fetchImage(
  { IMAGE_URL_ORIGINS }: Pick<Bindings, 'IMAGE_URL_ORIGINS'>,
  url: string,
  signal: AbortSignal,
): Promise<DownloadAnswer> {
  try {
    return readImage(await downloadImage(url, IMAGE_URL_ORIGINS, signal))
  } catch (error) {
    const reason = `address: ${error instanceof Error ? error.message : error}`
    if (!(error instanceof DownloadRefusedError) && !(error instanceof TooLargeError)) return { kind: 'unreachable', reason }
    // The provider was paid, and what lies there is no image.
    return { kind: 'refused', problem: 'invalid-image', charged: 'member', reason }
  }
}
