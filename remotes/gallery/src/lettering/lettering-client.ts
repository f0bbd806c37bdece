import { startWorker } from '@encre/remote-kit/start-worker'
import type { Outline } from '@encre/stencil/letters'
import { faces as allFaces, type FaceId, faceUrl } from './faces.ts'
import type { Layout } from './lay-out.ts'

export interface LetteringRequest {
  id: number
  name: FaceId
  /** The file of the face. */
  packed: ArrayBuffer
  layout: Layout
}

export type LetteringResult =
  | { type: 'laid-out'; laidOut: Outline }
  /** The face lacks these letters: nothing is drawn. `better`: a face that has them all. */
  | { type: 'missing'; letters: string[]; better?: FaceId }
  /** Nothing but spaces. */
  | { type: 'empty' }
  /** The face did not arrive. */
  | { type: 'unavailable' }
  | { type: 'failed'; message: string }

export type LetteringReply = { id: number } & LetteringResult

/** One worker for the page, which keeps the faces that it has read. */
let starting: Promise<Worker> | null = null
let lastId = 0

const faces = new Map<FaceId, Promise<ArrayBuffer>>()
const longestWaitMs = 15_000

/**
 * The page fetches a face, since its policy lets a worker fetch nothing. One that did not arrive is
 * asked for again the next time.
 */
function loadFace(face: FaceId): Promise<ArrayBuffer> {
  const known = faces.get(face)
  if (known) return known
  const loading = fetchFace(face)
  faces.set(face, loading)
  loading.catch(() => faces.delete(face))
  return loading
}

async function fetchFace(face: FaceId): Promise<ArrayBuffer> {
  const response = await fetch(faceUrl(face), { signal: AbortSignal.timeout(longestWaitMs) })
  if (!response.ok) throw new Error(`the face answered ${response.status}`)
  return response.arrayBuffer()
}

/** Sets words in a face. Rejects when the worker cannot start, and for bugs. */
export async function layOutWords(face: FaceId, layout: Layout): Promise<LetteringResult> {
  const result = await layOutIn(face, layout)
  if (result.type !== 'missing') return result
  for (const [other] of allFaces) {
    const { type } = await layOutIn(other, layout)
    if (type === 'laid-out') return { ...result, better: other }
  }
  return result
}

async function layOutIn(face: FaceId, layout: Layout): Promise<LetteringResult> {
  starting ??= startWorker('lettering')
  const id = ++lastId
  try {
    const [worker, packed] = await Promise.all([starting, loadFace(face).catch(() => null)])
    if (!packed) return { type: 'unavailable' }
    return await new Promise<LetteringResult>((resolve, reject) => {
      const listening = new AbortController()
      const { signal } = listening
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<LetteringReply>) => {
          if (data.id !== id) return
          listening.abort()
          resolve(data)
        },
        { signal },
      )
      worker.addEventListener(
        'error',
        (event) => reject(new Error(`the lettering worker failed: ${event.message}`)),
        { signal },
      )
      const request: LetteringRequest = { id, name: face, packed, layout }
      worker.postMessage(request)
    })
  } catch (error) {
    starting = null
    throw error
  }
}
