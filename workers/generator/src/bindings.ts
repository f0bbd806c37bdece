import type { DesignLibrary } from '@encre/gallery-worker/contract'

/** The gallery's contract types its RPC entrypoint. */
export interface Bindings extends Omit<Env, 'LIBRARY'> {
  LIBRARY: DesignLibrary
}
