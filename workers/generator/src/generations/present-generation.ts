import type { Design } from '@encre/gallery-worker/contract'
import { Unavailable } from '@encre/worker/unavailable'
import type { Bindings } from '../bindings.ts'
import type { Generation } from '../contract.ts'
import type { StoredGeneration } from './generations-store.ts'

/** A generation as its member sees it, with the design that it became. Throws `Unavailable` while the gallery does not answer. */
export async function presentGeneration(env: Bindings, generation: StoredGeneration): Promise<Generation> {
  return toGeneration(generation, generation.state === 'done' ? await findDesign(env, generation) : null)
}

async function findDesign({ LIBRARY }: Bindings, { memberId, id }: StoredGeneration): Promise<Design | null> {
  try {
    return await LIBRARY.findDesign(memberId, id)
  } catch (cause) {
    throw new Unavailable('the gallery does not answer', { cause })
  }
}

export function toGeneration(generation: StoredGeneration, design: Design | null): Generation {
  const { id, state, createdAt, request, transparent, problem, requestId } = generation
  return { id, state, createdAt, request, transparent, problem, requestId, design, seed: design?.imageUrl ?? null }
}
