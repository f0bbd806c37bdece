import type { PackedFace } from './faces.ts'
import { findMissing, layOut } from './lay-out.ts'
import type { LetteringReply, LetteringRequest, LetteringResult } from './lettering-client.ts'

// Reads faces and sets words, apart from the page, whose first load has no part of it. It fetches
// nothing.
const faces = new Map<string, PackedFace>()

self.addEventListener('message', async ({ data }: MessageEvent<LetteringRequest>) => {
  const { id } = data
  const result = await answer(data).catch(
    (error: unknown): LetteringResult => ({ type: 'failed', message: String(error) }),
  )
  const reply: LetteringReply = { id, ...result }
  self.postMessage(reply)
})

async function answer({ name, packed, layout }: LetteringRequest): Promise<LetteringResult> {
  const face = faces.get(name) ?? (await readFace(packed))
  faces.set(name, face)
  const letters = findMissing(face, layout.words)
  if (letters.length > 0) return { type: 'missing', letters }
  const laidOut = layOut(face, layout)
  return laidOut ? { type: 'laid-out', laidOut } : { type: 'empty' }
}

async function readFace(packed: ArrayBuffer): Promise<PackedFace> {
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'))
  return new Response(unpacked).json()
}
