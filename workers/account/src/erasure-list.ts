import { ownerKey } from '@encre/worker/owner-key'
import { erasureListLifetimeMs } from './lifetimes.ts'

/** Keys per sweep. */
const batch = 100

/**
 * Lists an erasure in a bucket of its own, where a lost database does not take it along: a restored backup erases these accounts again.
 * The key says all: `2026-11-21T10:00:00.000Z/<owner key>`, so the oldest come first.
 */
export async function listErasure(bucket: R2Bucket, memberId: string): Promise<void> {
  await bucket.put(`${new Date().toISOString()}/${await ownerKey(memberId)}`, '')
}

/** Deletes what no backup needs any more. */
export async function deleteOldErasures(bucket: R2Bucket): Promise<number> {
  const before = new Date(Date.now() - erasureListLifetimeMs).toISOString()
  const { objects } = await bucket.list({ limit: batch })
  const old = objects.map(({ key }) => key).filter((key) => key < before)
  if (old.length > 0) await bucket.delete(old)
  return old.length
}
