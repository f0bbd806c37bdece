import type { Design } from '@encre/protocol/design'
import { logError } from '@encre/worker/log'
import { askGallery, type Bindings } from '../bindings.ts'
import type { Generation } from '../contract.ts'
import type { StoredGeneration } from './stored-generation.ts'

export async function presentGeneration(env: Bindings, generation: StoredGeneration): Promise<Generation> {
  const { state, memberId, id } = generation
  return toContract(generation, state === 'done' ? await askGallery(env.LIBRARY.findDesign(memberId, id)) : null)
}

/** Like `presentGeneration` for a member's list, with one call to the gallery. Without the gallery, the designs are null. */
export async function presentGenerations(env: Bindings, memberId: string, generations: StoredGeneration[]): Promise<Generation[]> {
  const done = generations.filter(({ state }) => state === 'done').map(({ id }) => id)
  const designs = done.length === 0 ? [] : await findDesigns(env, memberId, done)
  return generations.map((generation) => toContract(generation, designs.find(({ id }) => id === generation.id) ?? null))
}

async function findDesigns({ LIBRARY }: Bindings, memberId: string, ids: string[]): Promise<Design[]> {
  try {
    return await LIBRARY.findDesigns(memberId, ids)
  } catch (error) {
    logError(error, { call: 'findDesigns' })
    return []
  }
}

export function toContract(generation: StoredGeneration, design: Design | null): Generation {
  const { id, state, createdAt, request, transparent, revisedPrompt, problem, requestId, billedTo } = generation
  return {
    id,
    state,
    createdAt,
    request,
    transparent,
    revisedPrompt,
    counted: billedTo === 'member',
    problem,
    requestId,
    design,
    seed: design?.imageUrl ?? null,
  }
}
