import { startWorker } from '@encre/remote-kit/start-worker'
import { type FaceId, faceUrl } from './faces.ts'
import type { LaidOut, Layout } from './lay-out.ts'

export interface LetteringRequest {
  id: number
  url: string
  layout: Layout
}

export type LetteringResult =
  | { type: 'laid-out'; laidOut: LaidOut }
  /** The face lacks these letters: nothing is drawn. */
  | { type: 'missing'; letters: string[] }
  /** Nothing but spaces. */
  | { type: 'empty' }
  /** The face did not arrive. */
  | { type: 'unavailable' }
  | { type: 'failed'; message: string }

export type LetteringReply = { id: number } & LetteringResult

/** One worker for the page, which keeps the faces that it has read. */
let starting: Promise<Worker> | null = null
let lastId = 0

/** Sets words in a face. Rejects when the worker cannot start, and for bugs. */
export async function layOutWords(face: FaceId, layout: Layout): Promise<LetteringResult> {
  starting ??= startWorker('lettering')
  const id = ++lastId
  try {
    const worker = await starting
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
      const request: LetteringRequest = { id, url: faceUrl(face), layout }
      worker.postMessage(request)
    })
  } catch (error) {
    starting = null
    throw error
  }
}
