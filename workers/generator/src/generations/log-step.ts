import { log } from '@encre/worker/log'
import type { StoredGeneration } from './stored-generation.ts'

interface StepFields {
  /** Duration of the step; for a state, the time since the generation was accepted. */
  ms: number
  outcome: string
  problem?: string
}

/** Writes one line per step of a generation, with the `ownerKey` instead of the member's id. */
export function logStep(generation: StoredGeneration, step: string, fields: StepFields): void {
  const { id, ownerKey, requestId, composition, model } = generation
  log('generation', { generationId: id, ownerKey, requestId, composition, step, model, ...fields })
}

export function millisecondsSince(instant: string): number {
  return Date.now() - Date.parse(instant)
}
