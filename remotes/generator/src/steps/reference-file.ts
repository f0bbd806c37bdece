import { referenceLimit } from '@encre/protocol/catalogue'
import { messages } from '../messages.ts'
import { reduceImage, toDataUrl } from './reduce-image.ts'

export interface Reference {
  file: File
  name: string
  dataUrl: string
}

/** The reference in a file of the member, or the sentence that refuses the file. */
export async function readReference(file: File): Promise<Reference | string> {
  // Some systems give a HEIC file no type. If the browser cannot decode it, `reduceImage` rejects.
  if (!file.type.startsWith('image/') && !/\.hei[cf]$/i.test(file.name))
    return messages.referenceKind
  try {
    if (await hasTooManyPixels(file)) return messages.referenceManyPixels
    const reduced = await reduceImage(file)
    if (reduced.size > referenceLimit) return messages.referenceTooLarge
    return { file: reduced, name: file.name, dataUrl: await toDataUrl(reduced) }
  } catch {
    return messages.referenceUnreadable
  }
}

/** Where the header of a picture ends, with a profile and a thumbnail before the size. */
const headerBytes = 1024 * 1024

/** From the file's header. Its reader loads with the first picture; without it, none is refused. */
async function hasTooManyPixels(file: File): Promise<boolean> {
  const reader = await import('@encre/picture/picture-header').catch(() => null)
  if (!reader) return false
  const { pixels } = reader.readPictureHeader(
    new Uint8Array(await file.slice(0, headerBytes).arrayBuffer()),
  )
  return pixels !== null && pixels > reader.mostPixels
}
