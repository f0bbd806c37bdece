import type { DesignLibrary } from '@encre/gallery-worker/contract'
import type { GenerationLedger } from '@encre/generator-worker/contract'
import { objectsIn } from '@encre/worker/jurisdiction'
import type { HandlersOf } from '@encre/worker/serve'
import type * as contract from './contract.ts'

/** The contracts of the other workers type their RPC entrypoints. */
export interface Bindings extends Omit<Env, 'LIBRARY' | 'LEDGER'> {
  LIBRARY: DesignLibrary
  LEDGER: GenerationLedger
}

/** What answers the operations of the contract. Each file has some of them. */
export type Handlers = HandlersOf<typeof contract, Bindings>

/** The object that writes an export. */
export function jobOf(
  { EXPORT_JOBS }: Pick<Bindings, 'EXPORT_JOBS'>,
  { id, jurisdiction }: { id: string; jurisdiction: string },
) {
  return objectsIn(EXPORT_JOBS, jurisdiction).getByName(id)
}
