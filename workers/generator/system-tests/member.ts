// The requests of a member's page.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { Generation, type GenerationRequest } from '../src/contract.ts'
import type { Site } from './site.ts'

interface NewGeneration extends Partial<GenerationRequest> {
  description: string
  generator?: string | undefined
  signal?: AbortSignal
}

export function postGeneration(
  site: Site,
  token: string,
  { generator, signal, ...choices }: NewGeneration,
): Promise<Response> {
  const defaults = {
    style: 'dotwork',
    size: 'small',
    sizeDetail: null,
    placement: 'arm',
    placementDetail: null,
    colors: [],
    referenceId: null,
  }
  return fetch(urlOf(site, '/api/generator/generations', generator), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ ...defaults, ...choices }),
    ...(signal && { signal }),
  })
}

export async function readGeneration(answer: Response): Promise<Generation> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return z.parse(Generation, await answer.json())
}

/** Polls, like a page without a stream, until the generation has ended. */
export async function waitForEnd(
  site: Site,
  token: string,
  id: string,
  generator?: string,
): Promise<Generation> {
  for (;;) {
    const headers = { authorization: `Bearer ${token}` }
    const generation = await readGeneration(
      await fetch(urlOf(site, `/api/generator/generations/${id}`, generator), { headers }),
    )
    if (!['queued', 'calling', 'storing'].includes(generation.state)) return generation
    await sleep(200)
  }
}

export function urlOf(site: Site, path: string, worker = 'encre-generator'): URL {
  return new URL(path, site.urls[worker])
}
