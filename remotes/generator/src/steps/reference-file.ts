import { referenceLimit } from '@encre/protocol/catalogue'
import { messages } from '../messages.ts'

/** A reference image that was looked at: the file to send and the data URL to show. */
export interface Reference {
  file: File
  dataUrl: string
}

const accepted = ['image/png', 'image/jpeg', 'image/webp']

/** Why a file cannot be a reference, or null. Its bytes are the worker's to judge. */
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
