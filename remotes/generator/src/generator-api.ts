import {
  Generation,
  GenerationList,
  type GenerationRequest,
  GeneratorOptions,
  generatorPaths,
  Reference,
} from '@encre/generator-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { openStream, request } from '@encre/remote-kit/request'
import { withToken } from '@encre/remote-kit/session'
import { upload } from '@encre/remote-kit/upload'
import * as z from 'zod/mini'

export type GeneratorApi = ReturnType<typeof createGeneratorApi>

/** Runs a request with the member's token, and again with a new one when it had expired. */
type CallWithToken = <Result>(
  call: (token: string, shell: ShellApi) => Promise<Result>,
) => Promise<Result>

/** The calls of the generator's worker, each with the member's token. `page` answers what is true at the moment of a call. */
export function createGeneratorApi(page: () => { shell: ShellApi; inBackground: boolean }) {
  const callWithToken: CallWithToken = (call) => {
    const { shell, inBackground } = page()
    return withToken(shell, (token) => call(token, shell), { inBackground })
  }
  return { ...createGenerationCalls(callWithToken), ...createUploads(callWithToken) }
}

function createGenerationCalls(callWithToken: CallWithToken) {
  return {
    readOptions: () =>
      callWithToken((token, shell) =>
        request(generatorPaths.options, GeneratorOptions, { token, shell }),
      ),

    async listGenerations(): Promise<Generation[]> {
      const { generations } = await callWithToken((token, shell) =>
        request(generatorPaths.generations, GenerationList, { token, shell }),
      )
      return generations
    },

    getGeneration: (id: string, signal: AbortSignal) =>
      callWithToken((token) =>
        request(generatorPaths.generation(encodeURIComponent(id)), Generation, { token, signal }),
      ),

    createGeneration: (idempotencyKey: string, body: GenerationRequest, signal: AbortSignal) =>
      callWithToken((token) => {
        const headers = { 'idempotency-key': idempotencyKey }
        return request(generatorPaths.generations, Generation, {
          method: 'POST',
          token,
          body,
          headers,
          signal,
        })
      }),

    cancelGeneration: (id: string) =>
      callWithToken((token) =>
        request(generatorPaths.generation(id), Generation, { method: 'DELETE', token }),
      ),

    /** Cancels by idempotency key. Null when the worker does not know the key: it then never runs a request with it. */
    async withdrawGeneration(idempotencyKey: string): Promise<Generation | null> {
      const path = generatorPaths.generationByKey(idempotencyKey)
      const generation = await callWithToken((token) =>
        request(path, z.optional(Generation), { method: 'DELETE', token }),
      )
      return generation ?? null
    },

    /** By `fetch`, because an `EventSource` sends no token. */
    openEvents: (id: string, lastEventId: string | null, signal: AbortSignal) =>
      callWithToken((token) => {
        const headers = {
          accept: 'text/event-stream',
          ...(lastEventId && { 'last-event-id': lastEventId }),
        }
        return openStream(generatorPaths.events(id), { token, headers, signal })
      }),
  }
}

/** Uploaded again with its id, a file is stored once. */
interface Upload {
  id: string
  file: File
  signal: AbortSignal
}

function createUploads(callWithToken: CallWithToken) {
  return {
    async uploadReference({ id: key, file, signal }: Upload): Promise<string> {
      const url = `${generatorPaths.references}?id=${key}`
      const { id } = await callWithToken((token) => upload(url, Reference, { file, token, signal }))
      return id
    },

    /** Uploads the part of this design that a retouch changes. */
    async uploadMask(designId: string, { id: key, file, signal }: Upload): Promise<string> {
      const url = `${generatorPaths.masks(encodeURIComponent(designId))}?id=${key}`
      const { id } = await callWithToken((token) => upload(url, Reference, { file, token, signal }))
      return id
    },
  }
}
