import type { Bindings } from '../bindings.ts'
import { downloadImage } from '../images/image-download.ts'
import { readImage } from './call-provider.ts'
import type { ProviderAnswer } from './provider.ts'

/** Fetches the image that a provider left at an address. Never throws: whatever fails, the provider was paid and no image came. */
export async function fetchImage(
  { IMAGE_URL_ORIGINS }: Pick<Bindings, 'IMAGE_URL_ORIGINS'>,
  url: string,
  signal: AbortSignal,
): Promise<Extract<ProviderAnswer, { kind: 'image' | 'refused' }>> {
  try {
    return readImage(await downloadImage(url, IMAGE_URL_ORIGINS, signal))
  } catch (error) {
    return {
      kind: 'refused',
      problem: 'invalid-image',
      isFree: false,
      reason: `address: ${error instanceof Error ? error.message : error}`,
    }
  }
}
