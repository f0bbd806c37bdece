import { UnavailableError } from '@encre/worker/unavailable-error'
import type { Bindings } from './bindings.ts'
import type { Erasure } from './contract.ts'
import { listErasure } from './erasure-list.ts'
import { recordErasure } from './erasures-store.ts'
import { deleteTenantUser } from './tenant/management.ts'
import { deleteUser } from './users-store.ts'

/**
 * Erases a member's account: the data in every worker, then the sign-in at the tenant. The sign-in comes last, so that after a failure
 * the member can still sign in and try again. Every step can be repeated.
 */
export async function eraseMember(env: Bindings, memberId: string): Promise<Erasure> {
  await eraseData(env, memberId)
  // Before the sign-in: afterwards nobody could ask again.
  await listErasure(env.ERASURES, memberId)
  // Without credentials for the Management API the sign-in cannot be deleted.
  if (!env.AUTH0_M2M_CLIENT_ID) return { signInErased: false }
  await deleteTenantUser(env, memberId)
  await recordErasure(env.DB, memberId)
  return { signInErased: true }
}

/** The generator first: a running generation would otherwise save its design after the gallery was emptied. */
export async function eraseData({ LEDGER, LIBRARY, DB }: Bindings, memberId: string): Promise<void> {
  await erase('generator', LEDGER.eraseMember(memberId))
  await erase('gallery', LIBRARY.eraseMember(memberId))
  await deleteUser(DB, memberId)
}

async function erase(worker: string, erasure: Promise<void>): Promise<void> {
  await erasure.catch((cause: unknown) => {
    throw new UnavailableError(`the ${worker} did not erase a member`, { cause })
  })
}
