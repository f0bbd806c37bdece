import type { DesignLibrary } from '@encre/gallery-worker/contract'
import type { AppEnv } from '@encre/worker/app'

/** What the gallery's worker offers over RPC is typed by its contract. */
export interface Bindings extends Omit<Env, 'LIBRARY'> {
  LIBRARY: DesignLibrary
}

export interface MemberEnv {
  Bindings: Bindings
  Variables: AppEnv<Bindings>['Variables'] & { memberId: string }
}
