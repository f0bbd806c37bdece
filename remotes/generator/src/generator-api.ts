import { Generation, GenerationList, type GenerationRequest, GeneratorOptions, generatorPaths } from '@encre/generator-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { request } from '@encre/remote-kit/request'
import * as z from 'zod/mini'

export type WithToken = <Result>(call: (token: string) => Promise<Result>) => Promise<Result>

export function readOptions(token: string, shell: ShellApi): Promise<GeneratorOptions> {
  return request(generatorPaths.options, GeneratorOptions, { token, shell })
}

export async function listGenerations(token: string, shell: ShellApi): Promise<Generation[]> {
  const { generations } = await request(generatorPaths.generations, GenerationList, { token, shell })
  return generations
}

export function getGeneration(token: string, id: string, signal: AbortSignal): Promise<Generation> {
  return request(generatorPaths.generation(encodeURIComponent(id)), Generation, { token, signal })
}

export function createGeneration(token: string, idempotencyKey: string, body: GenerationRequest, signal: AbortSignal): Promise<Generation> {
  const headers = { 'idempotency-key': idempotencyKey }
  return request(generatorPaths.generations, Generation, { method: 'POST', token, body, headers, signal })
}

export function cancelGeneration(token: string, id: string): Promise<Generation> {
  return request(generatorPaths.generation(id), Generation, { method: 'DELETE', token })
}

/** Cancels by idempotency key. Null when the worker does not know the key: it then never runs a request with it. */
export async function withdrawGeneration(token: string, idempotencyKey: string): Promise<Generation | null> {
  const generation = await request(generatorPaths.generationByKey(idempotencyKey), z.optional(Generation), { method: 'DELETE', token })
  return generation ?? null
}
