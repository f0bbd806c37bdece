import type { Generation, GenerationRequest } from '@encre/generator-worker/contract'
import { RequestError } from '@encre/remote-kit/request-error'
import type { GeneratorApi } from '../generator-api.ts'
import { createReferenceUploads } from './reference-uploads.ts'
import { resendWithoutResponse } from './resend.ts'

export interface Variant {
  key: string
  request: GenerationRequest
  reference: File | null
}

interface SendOptions {
  signal: AbortSignal
  onSend: () => void
  onNoResponse: () => void
}

/**
 * Creates generations. A variant keeps its key until the worker has certainly answered, so that a
 * second click cannot pay twice.
 */
export function createSender(
  api: Pick<GeneratorApi, 'createGeneration' | 'uploadReference' | 'uploadMask'>,
) {
  const uploads = createReferenceUploads(api)
  let unanswered: Variant[] = []

  return {
    /** The variants of a click: first the unanswered ones, if they ask for the same. */
    begin(request: GenerationRequest, reference: File | null, count: number): Variant[] {
      const text = JSON.stringify(request)
      const repeated = unanswered.filter(
        (variant) => variant.reference === reference && JSON.stringify(variant.request) === text,
      )
      const fresh = Array.from({ length: count - repeated.length }, () => ({
        key: crypto.randomUUID(),
        request,
        reference,
      }))
      unanswered = [...repeated, ...fresh]
      return unanswered.slice(0, count)
    },
    forget(key: string) {
      unanswered = unanswered.filter((variant) => variant.key !== key)
    },
    async send(
      { key, request, reference }: Variant,
      { signal, onSend, onNoResponse }: SendOptions,
    ): Promise<Generation> {
      try {
        const uploaded = reference && (await uploads.upload(reference, request, signal))
        signal.throwIfAborted()
        onSend()
        const post = () => api.createGeneration(key, { ...request, ...uploaded }, signal)
        const generation = await resendWithoutResponse(post, signal, onNoResponse)
        this.forget(key)
        return generation
      } catch (error) {
        if (reference && error instanceof RequestError && error.code === 'unknown-reference')
          uploads.forget(reference)
        if (isRefusal(error)) this.forget(key)
        throw error
      }
    },
  }
}

export function isRefusal(error: unknown): boolean {
  return error instanceof RequestError && error.status >= 400 && error.status < 500
}
