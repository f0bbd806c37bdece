import type { Context } from 'hono'
import { readBytes } from './body.ts'
import { readImageFormat } from './clean-image.ts'
import { TooLargeError } from './limited-body.ts'
import type { Place } from './places.ts'

/**
 * The image in a request's body, of at most `limit` bytes. The place is given back for anything
 * else: nothing is decoded, and nothing is billed.
 */
export async function readImage(
  c: Context,
  place: Place,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | 'not-an-image' | 'too-large'> {
  let isImage = false
  try {
    const bytes = await readBytes(c, limit)
    isImage = readImageFormat(bytes) !== null
    return isImage ? bytes : 'not-an-image'
  } catch (error) {
    if (error instanceof TooLargeError) return 'too-large'
    throw error
  } finally {
    if (!isImage) await place.giveBack()
  }
}
