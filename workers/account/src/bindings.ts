import type { DesignLibrary } from '@encre/gallery-worker/contract'
import type { GenerationLedger } from '@encre/generator-worker/contract'

/** The contracts of the other workers type their RPC entrypoints. */
export interface Bindings extends Omit<Env, 'LIBRARY' | 'LEDGER'> {
  LIBRARY: DesignLibrary
  LEDGER: GenerationLedger
}
