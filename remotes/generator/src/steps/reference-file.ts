import { referenceLimit } from '@encre/protocol/catalogue'
import { messages } from '../messages.ts'

/** A reference image: the file to send and the data URL to show. */
export interface Reference {
  file: File
  dataUrl: string
}

const accepted = ['image/png', 'image/jpeg', 'image/webp']

/** The sentence that refuses a file by its type or size, or null. The worker checks the bytes. */
export function refuseReference(file: File): string | null {
  if (!accepted.includes(file.type)) return messages.referenceType
  if (file.size > referenceLimit) return messages.referenceSize
  return null
}

export function readReference(file: File): Promise<Reference> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve({ file, dataUrl: String(reader.result) })
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
