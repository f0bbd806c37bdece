import type { ErasedOwner } from '@encre/protocol/member-data'
import { deleteInPieces, sweepInPieces } from '@encre/worker/bounded'
import { logError } from '@encre/worker/log'
import { ownerKey } from '@encre/worker/member'
import { findReturned, hashNewMembers } from '@encre/worker/member-keys'
import { isoDate, tokenLifetimeMs } from '@encre/worker/moment'
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
import { passwordAttemptLifetimeMs } from './lifetimes.ts'
import { places } from './places.ts'

/** Accounts per minute. The next sweep continues. */
const batch = 10
const membersPerPiece = 500
/** Of a thousand erasures each: a round of 100,000 takes ten minutes. */
const pagesPerSweep = 10

export async function sweep(env: Bindings): Promise<Record<string, number>> {
  return {
    placesDeleted: await places.sweep(env.DB),
    attemptsDeleted: await deleteFormerAttempts(env.DB),
    erasuresEnded: await endErasures(env),
    membersHashed: await sweepInPieces((limit) => hashNewMembers(env.DB, limit), membersPerPiece),
    membersErasedAgain: await eraseReturned(env),
    erasuresUnlisted: await deleteOldErasures(env.ERASURES),
    exportsDeleted: await deleteExpiredExports(env, batch),
  }
}

/** The version before counts tries at passwords in rows, which it would delete after an hour. */
async function deleteFormerAttempts(db: D1Database): Promise<number> {
  const before = isoDate(-passwordAttemptLifetimeMs)
  const old = { table: 'password_attempts', key: 'rowid', condition: 'attempted_at < ?' }
  return deleteInPieces(db, old, before)
}

/**
 * Another tab may have saved data with a token of the erased account: once none is valid, the data
 * is erased again.
 */
async function endErasures(env: Bindings): Promise<number> {
  const members = await listErasuresBefore(env.DB, isoDate(-tokenLifetimeMs), batch)
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
  let count = 0
  for (let page = 0; page < pagesPerSweep; page++) {
    const { erased, isLast } = await listNextErased(env)
    if (erased.length > 0) count += await eraseAgain(env, erased)
    if (isLast) break
  }
  return count
}

async function eraseAgain(env: Bindings, erased: ErasedOwner[]): Promise<number> {
  let count = 0
  for (const { name, data } of listFeatureData(env)) {
    try {
      // Each call erases a few of them.
      count += await sweepInPieces(async () => (await data.eraseReturned?.(erased)) ?? 0, 1)
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
