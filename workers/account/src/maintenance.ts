import type { Bindings } from './bindings.ts'
import { eraseData } from './erase-member.ts'
import { forgetErasure, listErasuresBefore } from './erasures-store.ts'
import { deleteOldAttempts } from './password-attempts-store.ts'

/** A token lives a day at most, and its clock may be wrong by some minutes. */
const tokensLive = 25 * 60 * 60 * 1000
/** Accounts per minute; what is left is for the next minute. */
const batch = 10

/** This worker's part of the site's cron. */
export async function sweep(env: Bindings): Promise<Record<string, number>> {
  return { attemptsForgotten: await deleteOldAttempts(env.DB), erasuresEnded: await endErasures(env) }
}

/** Another tab may have kept something with the token of an account that was being erased. No token is left: once more, for good. */
async function endErasures(env: Bindings): Promise<number> {
  const members = await listErasuresBefore(env.DB, new Date(Date.now() - tokensLive), batch)
  for (const member of members) {
    await eraseData(env, member)
    await forgetErasure(env.DB, member)
  }
  return members.length
}
