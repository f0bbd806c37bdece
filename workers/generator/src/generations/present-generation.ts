import type { Design } from '@encre/protocol/design'
import { logError } from '@encre/worker/log'
import { UnavailableError } from '@encre/worker/unavailable-error'
import type { Bindings } from '../bindings.ts'
import type { Generation } from '../contract.ts'
import type { StoredGeneration } from './stored-generation.ts'

/** A generation as the contract describes it, with its design once done. Throws `UnavailableError` if the gallery does not answer. */
export async function presentGeneration(env: Bindings, generation: StoredGeneration): Promise<Generation> {
  return toContract(generation, generation.state === 'done' ? await findDesign(env, generation) : null)
}

/** Like `presentGeneration`, but without the design if the gallery does not answer. For lists, which would fail as a whole. */
export async function presentWithoutGallery(env: Bindings, generation: StoredGeneration): Promise<Generation> {
  try {
    return await presentGeneration(env, generation)
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error
    logError(error, { generationId: generation.id })
    return toContract(generation, null)
  }
}

async function findDesign({ LIBRARY }: Bindings, { memberId, id }: StoredGeneration): Promise<Design | null> {
  try {
    return await LIBRARY.findDesign(memberId, id)
  } catch (cause) {
    throw new UnavailableError('the gallery does not answer', { cause })
  }
}

export function toContract(generation: StoredGeneration, design: Design | null): Generation {
  const { id, state, createdAt, request, transparent, problem, requestId } = generation
  return { id, state, createdAt, request, transparent, problem, requestId, design, seed: design?.imageUrl ?? null }
}
