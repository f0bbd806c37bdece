import type { Bindings } from '../bindings.ts'
import { DownloadRefusedError, downloadImage } from '../images/image-download.ts'
import { TooLargeError } from '../images/read-limited.ts'
import { readImage } from './call-provider.ts'
import type { DownloadAnswer } from './provider.ts'

/** Downloads the image from the address that the provider answered. Never throws. */
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
    // The provider billed the call, but there is no usable image at its address.
    return { kind: 'refused', problem: 'invalid-image', billedTo: 'site', reason }
  }
}
