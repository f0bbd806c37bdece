import { invalidImage } from './openai-error.ts'

const signatures: readonly (readonly [type: string, at: number, bytes: readonly number[]])[] = [
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
]
const mostBytes = 50 * 1024 * 1024

/** The first of the files of an edit as a data URL. Throws OpenAI's 400 unless it is a PNG, JPEG or WebP under 50 MB. */
export async function readReferenceFile([file]: readonly File[]): Promise<string> {
  if (!file || file.size > mostBytes) throw invalidImage()
  const bytes = await file.bytes()
  const type = signatures.find(([, at, start]) => start.every((byte, i) => bytes[at + i] === byte))?.[0]
  if (!type) throw invalidImage()
  return `data:${type};base64,${bytes.toBase64()}`
}
