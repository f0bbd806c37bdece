import { ownerKey } from '@encre/worker/owner-key'
import { erasureListLifetimeMs } from './lifetimes.ts'

/** Keys that one sweep reads. */
const batch = 100

/**
 * Records an erasure in a separate bucket, which survives the loss of the database: a restored backup erases these accounts again.
 * The key has all data, `2026-11-21T10:00:00.000Z/<owner key>`, and sorts by date.
 */
export async function listErasure(bucket: R2Bucket, memberId: string): Promise<void> {
  await bucket.put(`${new Date().toISOString()}/${await ownerKey(memberId)}`, '')
}

/** Deletes erasures that are older than every backup. Returns how many. */
export async function deleteOldErasures(bucket: R2Bucket): Promise<number> {
  const before = new Date(Date.now() - erasureListLifetimeMs).toISOString()
  const { objects } = await bucket.list({ limit: batch })
  const old = objects.map(({ key }) => key).filter((key) => key < before)
  if (old.length > 0) await bucket.delete(old)
  return old.length
}
