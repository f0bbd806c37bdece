import {
  type Generation,
  type GenerationRequest,
  startGeneration,
} from '@encre/generator-worker/contract'
import type { Writer } from '@encre/protocol/writer'
import { RequestError } from '@encre/remote-kit/request-error'
import type { PageCalls } from '../page-calls.ts'
import { createReferenceUploads } from './reference-uploads.ts'

export interface Variant {
  /** The idempotency key, with which it is sent until the worker has answered. */
  key: string
  request: GenerationRequest
  reference: File | null
}

interface SendOptions {
  signal: AbortSignal
  onSend: () => void
  onWait: (code: string | null) => void
}

export function createSender(calls: PageCalls, writer: Writer) {
  const uploads = createReferenceUploads(calls, writer)

  return async (
    { key, request, reference }: Variant,
    { signal, onSend, onWait }: SendOptions,
  ): Promise<Generation> => {
    try {
      const uploaded = reference && (await uploads.upload(reference, request, { signal, onWait }))
      signal.throwIfAborted()
      const body = { ...request, ...uploaded }
      return await writer.write(key, {
        send() {
          onSend()
          const headers = { 'idempotency-key': key }
          return calls.call(startGeneration, { body, headers, signal })
        },
        onWait,
      })
    } catch (error) {
      if (reference && error instanceof RequestError && error.code === 'unknown-reference')
        uploads.forget(reference)
      throw error
    }
  }
}
