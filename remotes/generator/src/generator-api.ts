import * as generator from '@encre/generator-worker/contract'
import type { Operation } from '@encre/protocol/operation'
import type { ShellApi } from '@encre/protocol/shell-api'
import { call, callForStream, callWithFile, type RequestOf } from '@encre/remote-kit/call'

export type GeneratorApi = ReturnType<typeof createGeneratorApi>

/** Whether the page that a call is for is open: the end of the session moves its member. */
interface Page {
  shell: ShellApi
  inBackground: boolean
}

/** Uploaded again with its id, a file is stored once. */
interface Upload {
  id: string
  file: File
  signal: AbortSignal
}

/** The calls of the generator's worker. `page` answers what is true at the moment of a call. */
export function createGeneratorApi(page: () => Page) {
  return { ...createGenerationCalls(page), ...createUploads(page) }
}

function createGenerationCalls(page: () => Page) {
  const send = <Declared extends Operation>(operation: Declared, request: RequestOf<Declared>) => {
    const { shell, inBackground } = page()
    return call(shell, operation, { ...request, inBackground })
  }
  return {
    readOptions: () => send(generator.readOptions, { prefetched: true }),

    async listGenerations(): Promise<generator.Generation[]> {
      return (await send(generator.listGenerations, { prefetched: true })).generations
    },

    getGeneration: (id: string, signal: AbortSignal) =>
      send(generator.readGeneration, { params: { id }, signal }),

    createGeneration(key: string, body: generator.GenerationRequest, signal: AbortSignal) {
      const headers = { 'idempotency-key': key }
      return send(generator.startGeneration, { body, headers, signal })
    },

    cancelGeneration: (id: string) => send(generator.cancelGeneration, { params: { id } }),

    /** Cancels by idempotency key. Null when the worker does not know the key: it then never runs a request with it. */
    async withdrawGeneration(key: string): Promise<generator.Generation | null> {
      return (await send(generator.withdrawGeneration, { params: { key } })) ?? null
    },

    /** By `fetch`, because an `EventSource` sends no token. */
    openEvents(id: string, lastEventId: string | null, signal: AbortSignal) {
      const { shell, inBackground } = page()
      const headers = {
        accept: 'text/event-stream',
        ...(lastEventId && { 'last-event-id': lastEventId }),
      }
      const request = { params: { id }, headers, signal, inBackground }
      return callForStream(shell, generator.followGeneration, request)
    },
  }
}

function createUploads(page: () => Page) {
  return {
    async uploadReference({ id: key, file, signal }: Upload): Promise<string> {
      const { shell, inBackground } = page()
      const request = { query: { id: key }, file, signal, inBackground }
      return (await callWithFile(shell, generator.uploadReference, request)).id
    },

    /** Uploads the part of this design that a retouch changes. */
    async uploadMask(designId: string, { id: key, file, signal }: Upload): Promise<string> {
      const { shell, inBackground } = page()
      const request = { params: { id: designId }, query: { id: key }, file, signal, inBackground }
      return (await callWithFile(shell, generator.uploadMask, request)).id
    },
  }
}
