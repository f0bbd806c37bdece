import type { Design } from '@encre/protocol/design'
import { logError } from '@encre/worker/log'
import { UnavailableError } from '@encre/worker/unavailable-error'
import type { Bindings } from '../bindings.ts'
import type { Generation } from '../contract.ts'
import type { StoredGeneration } from './generations-store.ts'

/** A generation as its member sees it, with the design that it became. Throws `UnavailableError` while the gallery does not answer. */
export async function presentGeneration(env: Bindings, generation: StoredGeneration): Promise<Generation> {
  return toGeneration(generation, generation.state === 'done' ? await findDesign(env, generation) : null)
}

/** The same while the gallery is away, then without the design of one that is done. For lists, in which it would hide all others. */
export async function presentWithoutGallery(env: Bindings, generation: StoredGeneration): Promise<Generation> {
  try {
    return await presentGeneration(env, generation)
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error
    logError(error, { generationId: generation.id })
    return toGeneration(generation, null)
  }
}

async function findDesign({ LIBRARY }: Bindings, { memberId, id }: StoredGeneration): Promise<Design | null> {
  try {
    return await LIBRARY.findDesign(memberId, id)
  } catch (cause) {
    throw new UnavailableError('the gallery does not answer', { cause })
  }
}

export function toGeneration(generation: StoredGeneration, design: Design | null): Generation {
  const { id, state, createdAt, request, transparent, problem, requestId } = generation
  return { id, state, createdAt, request, transparent, problem, requestId, design, seed: design?.imageUrl ?? null }
}
