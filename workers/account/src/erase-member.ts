import { UnavailableError } from '@encre/worker/unavailable-error'
import type { Bindings } from './bindings.ts'
import type { Erasure } from './contract.ts'
import { noteErasure } from './erasures-store.ts'
import { deleteTenantUser } from './tenant/management.ts'
import { deleteUser } from './users-store.ts'

/**
 * Erases a member's account: what every worker keeps of them, then their sign-in at the tenant. The sign-in goes last, so that whoever
 * is stopped half-way can still sign in and ask again; every step is harmless when it is repeated.
 */
export async function eraseMember(env: Bindings, memberId: string): Promise<Erasure> {
  await eraseData(env, memberId)
  // A site that is no client of the Management API changes nothing at the tenant.
  if (!env.AUTH0_M2M_CLIENT_ID) return { signInErased: false }
  await deleteTenantUser(env, memberId)
  await noteErasure(env.DB, memberId)
  return { signInErased: true }
}

/** The generator first: a generation that still runs would save its design after the gallery was emptied. */
export async function eraseData({ LEDGER, LIBRARY, DB }: Bindings, memberId: string): Promise<void> {
  await answered('generator', LEDGER.eraseMember(memberId))
  await answered('gallery', LIBRARY.eraseMember(memberId))
  await deleteUser(DB, memberId)
}

async function answered(worker: string, erasure: Promise<void>): Promise<void> {
  await erasure.catch((cause: unknown) => {
    throw new UnavailableError(`the ${worker} did not erase a member`, { cause })
  })
}
