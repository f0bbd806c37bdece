import { logError } from '@encre/worker/log'
import { ownerKey } from '@encre/worker/member'
import type { Bindings } from './bindings.ts'
import { eraseData } from './erasure.ts'
import { deleteErasure, deleteOldErasures, listErasuresBefore } from './erasures-store.ts'
import { deleteExpiredExports } from './export/exports-store.ts'
import { tokenLifetimeMs } from './lifetimes.ts'
import { deleteOldPasswordAttempts } from './password.ts'

/** Accounts per minute. The next sweep continues. */
const batch = 10

export async function sweep(env: Bindings): Promise<Record<string, number>> {
  return {
    attemptsDeleted: await deleteOldPasswordAttempts(env.DB),
    erasuresEnded: await endErasures(env),
    erasuresUnlisted: await deleteOldErasures(env.ERASURES),
    exportsDeleted: await deleteExpiredExports(env, batch),
  }
}

/**
 * Another tab may have saved data with a token of the erased account: once none is valid, the data
 * is erased again.
 */
async function endErasures(env: Bindings): Promise<number> {
  const members = await listErasuresBefore(env.DB, new Date(Date.now() - tokenLifetimeMs), batch)
  let ended = 0
  for (const member of members) {
    try {
      await eraseData(env, member)
      await deleteErasure(env.DB, member)
      ended += 1
    } catch (error) {
      logError(error, { ownerKey: await ownerKey(member) })
    }
  }
  return ended
}
