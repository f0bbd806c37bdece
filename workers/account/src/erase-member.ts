import { UnavailableError } from '@encre/worker/unavailable-error'
import type { Bindings } from './bindings.ts'
import type { Erasure } from './contract.ts'
import { listErasure } from './erasure-list.ts'
import { recordErasure } from './erasures-store.ts'
import { eraseExports } from './export/erase-exports.ts'
import { listFeatureData } from './feature-data.ts'
import { deleteTenantUser } from './tenant/management.ts'
import { deleteUser } from './users-store.ts'

/**
 * Erases a member's account: the data in every worker, then the sign-in at the tenant. The sign-in comes last, so that after a failure
 * the member can still sign in and try again. Every step can be repeated.
 */
export async function eraseMember(env: Bindings, memberId: string): Promise<Erasure> {
  await eraseData(env, memberId)
  // Before the sign-in is deleted: afterwards the member could not repeat the request.
  await listErasure(env.ERASURES, memberId)
  // Without credentials for the Management API the sign-in cannot be deleted.
  if (!env.AUTH0_M2M_CLIENT_ID) return { signInErased: false }
  await deleteTenantUser(env, memberId)
  await recordErasure(env.DB, memberId)
  return { signInErased: true }
}

/** Deletes the export first, because a running one would copy what is being deleted. */
export async function eraseData(env: Bindings, memberId: string): Promise<void> {
  await eraseExports(env, memberId)
  for (const { name, data } of listFeatureData(env)) {
    await data.eraseMember(memberId).catch((cause: unknown) => {
      throw new UnavailableError(`${name} did not erase a member`, { cause })
    })
  }
  await deleteUser(env.DB, memberId)
}
