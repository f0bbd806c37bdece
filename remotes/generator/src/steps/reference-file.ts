import { referenceLimit } from '@encre/protocol/catalogue'
import { reduceImage, toDataUrl } from './reduce-image.ts'
import { referenceMessages as text } from './reference-messages.ts'

export interface Reference {
  file: File
  name: string
  dataUrl: string
}

/** The reference in a file of the member, or the sentence that refuses the file. */
export async function readReference(file: File): Promise<Reference | string> {
  // Some systems give a HEIC file no type. If the browser cannot decode it, `reduceImage` rejects.
  if (!file.type.startsWith('image/') && !/\.hei[cf]$/i.test(file.name)) return text.type
  const reduced = await reduceImage(file).catch(() => null)
  if (!reduced) return text.unreadable
  if (reduced.size > referenceLimit) return text.size
  return { file: reduced, name: file.name, dataUrl: await toDataUrl(reduced) }
}
