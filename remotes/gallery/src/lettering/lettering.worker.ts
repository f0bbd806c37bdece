import { findMissing, layOut } from './lay-out.ts'
import type { LetteringReply, LetteringRequest, LetteringResult } from './lettering-client.ts'
import type { PackedFace } from './packed-face.ts'

// Reads faces and sets words, apart from the page, whose first load has no part of it. It fetches
// the faces and nothing else.
const faces = new Map<string, Promise<PackedFace>>()
const longestWaitMs = 15_000

self.addEventListener('message', async ({ data }: MessageEvent<LetteringRequest>) => {
  const { id } = data
  const result = await answer(data).catch(
    (error: unknown): LetteringResult => ({ type: 'failed', message: String(error) }),
  )
  const reply: LetteringReply = { id, ...result }
  self.postMessage(reply)
})

async function answer({ url, layout }: LetteringRequest): Promise<LetteringResult> {
  let face: PackedFace
  try {
    face = await loadFace(url)
  } catch {
    return { type: 'unavailable' }
  }
  const letters = findMissing(face, layout.words)
  if (letters.length > 0) return { type: 'missing', letters }
  const laidOut = layOut(face, layout)
  return laidOut ? { type: 'laid-out', laidOut } : { type: 'empty' }
}

/** A face that did not arrive is asked for again the next time. */
function loadFace(url: string): Promise<PackedFace> {
  const known = faces.get(url)
  if (known) return known
  const face = readFace(url)
  faces.set(url, face)
  face.catch(() => faces.delete(url))
  return face
}

async function readFace(url: string): Promise<PackedFace> {
  const response = await fetch(url, { signal: AbortSignal.timeout(longestWaitMs) })
  if (!response.ok) throw new Error(`the face answered ${response.status}`)
  const unpacked = response.body?.pipeThrough(new DecompressionStream('deflate'))
  return new Response(unpacked).json()
}
