import {
  Generation,
  GenerationList,
  type GenerationRequest,
  GeneratorOptions,
  generatorPaths,
  Reference,
} from '@encre/generator-worker/contract'
import { compositionHeader, RequestError, request } from '@encre/protocol/request'

export function readOptions(token: string): Promise<GeneratorOptions> {
  return request(generatorPaths.options, GeneratorOptions, { token })
}

export async function listGenerations(token: string): Promise<Generation[]> {
  const { generations } = await request(generatorPaths.generations, GenerationList, { token })
  return generations
}

export function getGeneration(token: string, id: string, signal: AbortSignal): Promise<Generation> {
  return request(generatorPaths.generation(id), Generation, { token, signal })
}

export function createGeneration(token: string, idempotencyKey: string, body: GenerationRequest): Promise<Generation> {
  return request(generatorPaths.generations, Generation, {
    method: 'POST',
    token,
    body,
    headers: { 'idempotency-key': idempotencyKey },
  })
}

export function cancelGeneration(token: string, id: string): Promise<Generation> {
  return request(generatorPaths.generation(id), Generation, { method: 'DELETE', token })
}

export async function uploadReference(token: string, file: File): Promise<string> {
  const reference = await request(generatorPaths.references, Reference, {
    method: 'POST',
    token,
    body: file,
    headers: { 'content-type': file.type },
  })
  return reference.id
}

/** The live events of a generation, from after `lastEventId`. Read by `fetch`, since an `EventSource` sends no token. */
export async function openEvents(
  token: string,
  id: string,
  lastEventId: string | null,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(generatorPaths.events(id), {
    signal,
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...compositionHeader(),
      ...(lastEventId && { 'last-event-id': lastEventId }),
    },
  })
  if (response.ok && response.body) return response.body
  throw new RequestError('unavailable', response.status, response.headers.get('x-request-id'))
}
