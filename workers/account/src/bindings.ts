import type { DesignLibrary } from '@encre/gallery-worker/contract'
import type { GenerationLedger } from '@encre/generator-worker/contract'
import { objectsIn } from '@encre/worker/jurisdiction'

/** The contracts of the other workers type their RPC entrypoints. */
export interface Bindings extends Omit<Env, 'LIBRARY' | 'LEDGER'> {
  LIBRARY: DesignLibrary
  LEDGER: GenerationLedger
}

/** The object that writes an export. */
export function jobOf(
  { EXPORT_JOBS }: Pick<Bindings, 'EXPORT_JOBS'>,
  { id, jurisdiction }: { id: string; jurisdiction: string },
) {
  return objectsIn(EXPORT_JOBS, jurisdiction).getByName(id)
}
