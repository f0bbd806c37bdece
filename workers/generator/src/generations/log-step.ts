import { log } from '@encre/worker/log'
import type { StoredGeneration } from './generations-store.ts'

interface StepFields {
  /** Of the step; since it was accepted where the step is a state. */
  ms: number
  outcome: string
  problem?: string
}

/** One line per step of a generation. `ownerKey` stands for the member. */
export function logStep(generation: StoredGeneration, step: string, fields: StepFields): void {
  const { id, ownerKey, requestId, composition, model } = generation
  log('generation', { generationId: id, ownerKey, requestId, composition, step, model, ...fields })
}

export function millisecondsSince(instant: string): number {
  return Date.now() - Date.parse(instant)
}
