import * as generator from '@encre/generator-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { call, callForStream, callWithFile } from '@encre/remote-kit/call'

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
  return {
    readOptions() {
      const { shell, inBackground } = page()
      return call(shell, generator.readOptions, { inBackground, prefetched: true })
    },

    async listGenerations(): Promise<generator.Generation[]> {
      const { shell, inBackground } = page()
      const asked = { inBackground, prefetched: true }
      return (await call(shell, generator.listGenerations, asked)).generations
    },

    getGeneration(id: string, signal: AbortSignal) {
      const { shell, inBackground } = page()
      return call(shell, generator.readGeneration, { params: { id }, signal, inBackground })
    },

    createGeneration(key: string, body: generator.GenerationRequest, signal: AbortSignal) {
      const { shell, inBackground } = page()
      const headers = { 'idempotency-key': key }
      return call(shell, generator.startGeneration, { body, headers, signal, inBackground })
    },

    cancelGeneration(id: string) {
      const { shell, inBackground } = page()
      return call(shell, generator.cancelGeneration, { params: { id }, inBackground })
    },

    /** Cancels by idempotency key. Null when the worker does not know the key: it then never runs a request with it. */
    async withdrawGeneration(key: string): Promise<generator.Generation | null> {
      const { shell, inBackground } = page()
      const asked = { params: { key }, inBackground }
      return (await call(shell, generator.withdrawGeneration, asked)) ?? null
    },

    /** By `fetch`, because an `EventSource` sends no token. */
    openEvents(id: string, lastEventId: string | null, signal: AbortSignal) {
      const { shell, inBackground } = page()
      const headers = {
        accept: 'text/event-stream',
        ...(lastEventId && { 'last-event-id': lastEventId }),
      }
      const asked = { params: { id }, headers, signal, inBackground }
      return callForStream(shell, generator.followGeneration, asked)
    },
  }
}

function createUploads(page: () => Page) {
  return {
    async uploadReference({ id: key, file, signal }: Upload): Promise<string> {
      const { shell, inBackground } = page()
      const asked = { query: { id: key }, file, signal, inBackground }
      return (await callWithFile(shell, generator.uploadReference, asked)).id
    },

    /** Uploads the part of this design that a retouch changes. */
    async uploadMask(designId: string, { id: key, file, signal }: Upload): Promise<string> {
      const { shell, inBackground } = page()
      const asked = { params: { id: designId }, query: { id: key }, file, signal, inBackground }
      return (await callWithFile(shell, generator.uploadMask, asked)).id
    },
  }
}
