import type { Generation, GenerationRequest } from '@encre/generator-worker/contract'
import { RequestError } from '@encre/remote-kit/request'
import { createGeneration, uploadReference } from '../generator-api.ts'
import { pause, type WithToken } from './follow-generation.ts'

/** Milliseconds to wait before a request that got no response is sent again, with the same idempotency key. */
export const resendDelaysMs = [1_000, 2_000, 4_000] as const

/** One click on Générer. */
export interface Attempt {
  key: string
  request: GenerationRequest
  reference: File | null
}

export interface SendOptions {
  withToken: WithToken
  signal: AbortSignal
  /** The worker may know the key from here on. */
  onSend: () => void
  /** No response came; the request is sent again. */
  onNoResponse: () => void
}

/** Creates generations. One click has one key until the worker has surely answered, so that a second click cannot pay twice. */
export function createSender() {
  const referenceIds = new WeakMap<File, string>()
  let unanswered: Attempt | null = null

  async function uploadOnce(file: File, { withToken, signal }: SendOptions): Promise<string> {
    const known = referenceIds.get(file)
    if (known) return known
    const id = await withToken((token) => uploadReference(token, file, signal))
    referenceIds.set(file, id)
    return id
  }

  return {
    /** The attempt of a click: the unanswered one if it asks for the same. */
    begin(request: GenerationRequest, reference: File | null): Attempt {
      const isRepeated = unanswered?.reference === reference && JSON.stringify(unanswered.request) === JSON.stringify(request)
      unanswered = unanswered && isRepeated ? unanswered : { key: crypto.randomUUID(), request, reference }
      return unanswered
    },
    /** The next click gets a new key. */
    forget(key: string) {
      if (unanswered?.key === key) unanswered = null
    },
    async send({ key, request, reference }: Attempt, options: SendOptions): Promise<Generation> {
      const { withToken, signal, onSend, onNoResponse } = options
      try {
        const referenceId = reference ? await uploadOnce(reference, options) : request.referenceId
        onSend()
        const post = () => withToken((token) => createGeneration(token, key, { ...request, referenceId }, signal))
        const generation = await resendWithoutResponse(post, signal, onNoResponse)
        this.forget(key)
        return generation
      } catch (error) {
        if (reference && error instanceof RequestError && error.code === 'unknown-reference') referenceIds.delete(reference)
        if (isRefusal(error)) this.forget(key)
        throw error
      }
    },
  }
}

/** Sends again while no response comes. The worker must answer a repeated request as it answered the first. */
export async function resendWithoutResponse<Result>(
  send: () => Promise<Result>,
  signal: AbortSignal,
  onNoResponse: () => void,
): Promise<Result> {
  for (const milliseconds of resendDelaysMs) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 0) throw error
      onNoResponse()
      await pause(milliseconds, signal)
    }
  }
  return send()
}

/** Whether the worker has answered that it does not accept the request. */
export function isRefusal(error: unknown): boolean {
  return error instanceof RequestError && error.status >= 400 && error.status < 500
}
