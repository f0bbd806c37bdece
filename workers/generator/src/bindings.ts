import type { DesignLibrary } from '@encre/gallery-worker/contract'
import { UnavailableError } from '@encre/worker/dependencies'
import { objectsIn } from '@encre/worker/jurisdiction'
import type { HandlersOf } from '@encre/worker/serve'
import type * as contract from './contract.ts'

/** The gallery's contract types its RPC entrypoint. */
export interface Bindings extends Omit<Env, 'LIBRARY'> {
  LIBRARY: DesignLibrary
}

/** What answers the operations of the contract. Each file has some of them. */
export type Handlers = HandlersOf<typeof contract, Bindings>

/** The object that runs a generation. */
export function runOf(
  { RUNS }: Pick<Bindings, 'RUNS'>,
  { id, jurisdiction }: { id: string; jurisdiction: string },
) {
  return objectsIn(RUNS, jurisdiction).getByName(id)
}

export async function askGallery<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (cause) {
    throw new UnavailableError('the gallery does not answer', { cause })
  }
}
