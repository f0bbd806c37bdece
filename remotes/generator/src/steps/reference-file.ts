import { mostPixels, readPictureHeader } from '@encre/picture/picture-header'
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
    const { pixels } = readPictureHeader(new Uint8Array(await file.arrayBuffer()))
    if (pixels !== null && pixels > mostPixels) return messages.referenceManyPixels
    const reduced = await reduceImage(file)
    if (reduced.size > referenceLimit) return messages.referenceTooLarge
    return { file: reduced, name: file.name, dataUrl: await toDataUrl(reduced) }
  } catch {
    return messages.referenceUnreadable
  }
}
