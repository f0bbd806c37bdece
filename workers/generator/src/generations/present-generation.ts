import type { Design } from '@encre/gallery-worker/contract'
import type { Bindings } from '../bindings.ts'
import type { Generation } from '../contract.ts'
import type { StoredGeneration } from './generations-store.ts'

/** A generation as its member sees it, with the design that it became. */
export async function presentGeneration(env: Bindings, generation: StoredGeneration): Promise<Generation> {
  const design = generation.state === 'done' ? await env.LIBRARY.findDesign(generation.memberId, generation.id) : null
  return toGeneration(generation, design)
}

export function toGeneration({ id, state, createdAt, request, problem, requestId }: StoredGeneration, design: Design | null): Generation {
  return { id, state, createdAt, request, problem, requestId, design, seed: design?.imageUrl ?? null }
}
