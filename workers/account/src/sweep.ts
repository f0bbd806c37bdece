import { logError } from '@encre/worker/log'
import { ownerKey } from '@encre/worker/member'
import { findReturned, hashNewMembers } from '@encre/worker/member-keys'
import type { Bindings } from './bindings.ts'
import { eraseAccount, eraseData } from './erasure.ts'
import {
  deleteErasure,
  deleteOldErasures,
  listErasuresBefore,
  listNextErased,
} from './erasures-store.ts'
import { deleteExpiredExports } from './export/exports-store.ts'
import { listFeatureData } from './feature-data.ts'
import { passwordAttemptLifetimeMs, tokenLifetimeMs } from './lifetimes.ts'
import { places } from './places.ts'

/** Accounts per minute. The next sweep continues. */
const batch = 10
const membersPerSweep = 500

export async function sweep(env: Bindings): Promise<Record<string, number>> {
  return {
    placesDeleted: await places.sweep(env.DB),
    attemptsDeleted: await deleteFormerAttempts(env.DB),
    erasuresEnded: await endErasures(env),
    membersHashed: await hashNewMembers(env.DB, membersPerSweep),
    membersErasedAgain: await eraseReturned(env),
    erasuresUnlisted: await deleteOldErasures(env.ERASURES),
    exportsDeleted: await deleteExpiredExports(env, batch),
  }
}

/** The version before counts tries at passwords in rows, which it would delete after an hour. */
async function deleteFormerAttempts(db: D1Database): Promise<number> {
  const before = new Date(Date.now() - passwordAttemptLifetimeMs).toISOString()
  const { meta } = await db
    .prepare('delete from password_attempts where attempted_at < ?')
    .bind(before)
    .run()
  return meta.changes
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

/**
 * Time Travel, a restore or a copy brings erased members back with their rows. Each round hands
 * every feature the accounts that were erased while a copy may exist; a feature that does not answer
 * is asked again in the next round.
 */
async function eraseReturned(env: Bindings): Promise<number> {
  const erased = await listNextErased(env)
  if (erased.length === 0) return 0
  let count = 0
  for (const { name, data } of listFeatureData(env)) {
    try {
      count += (await data.eraseReturned?.(erased)) ?? 0
    } catch (error) {
      logError(error, { call: 'eraseReturned', feature: name })
    }
  }
  for (const member of await findReturned(env.DB, erased, batch)) {
    await eraseAccount(env, member)
    count += 1
  }
  return count
}
