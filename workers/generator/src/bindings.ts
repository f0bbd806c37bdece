import type { DesignLibrary } from '@encre/gallery-worker/contract'
import type { AppEnv } from '@encre/worker/app'

/** The gallery's contract types its RPC entrypoint. */
export interface Bindings extends Omit<Env, 'LIBRARY'> {
  LIBRARY: DesignLibrary
}

export interface MemberEnv {
  Bindings: Bindings
  Variables: AppEnv<Bindings>['Variables'] & { memberId: string }
}
