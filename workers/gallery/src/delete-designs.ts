import { ownerKey } from '@encre/worker/member'
import { isoDate } from '@encre/worker/moment'
import { isChangedSince, isDeleted, markDeleted, unmarkDeleted } from './deleted-store.ts'
import { deletedImageKey, imageKey, imageKeys } from './designs-files.ts'
import { findDesign } from './designs-store.ts'
import { undoPeriodMs } from './lifetimes.ts'
import { finishRemovals, startRemovals } from './sweep-store.ts'

// The worker's half of a deletion and its undo. The page's: `use-deletion.ts` of
// `remotes/gallery`. After `undoPeriodMs` (`lifetimes.ts`) `sweep.ts` removes row and image.

/**
 * Deletes a design so that it can be restored: marks its row and moves its image. 'not-found' if
 * the member has no such design, 'deleted' also if it is deleted already; 'not-deleted' if the
 * design is as it was; 'outdated' if it was restored since `pressedAt`. Throws when the result is
 * unknown: read the design again.
 *
 * A worker that stops in between loses nothing. After the copy, the sweep removes the copy, because
 * its row is not deleted. After the mark, the sweep removes the image, because its row is deleted.
 */
export async function deleteDesign(
  { DB, IMAGES }: Env,
  memberId: string,
  designId: string,
  pressedAt: string | null,
) {
  const owner = await ownerKey(memberId)
  const served = imageKey(owner, designId)
  const deleted = deletedImageKey(owner, designId)
  if (!(await findDesign(DB, memberId, designId))) return findEnd(DB, memberId, designId)
  if (await isChangedSince(DB, memberId, designId, pressedAt)) {
    // The same request, sent before, may have deleted it just now.
    const end = await findEnd(DB, memberId, designId)
    return end === 'deleted' ? end : 'outdated'
  }
  await copyObject(IMAGES, served, deleted)
  const before = isoDate(-1)
  if (!(await markDeleted(DB, memberId, designId))) {
    const isThere = await findDesign(DB, memberId, designId)
    return isThere ? 'not-deleted' : findEnd(DB, memberId, designId)
  }
  try {
    // The sweep may have removed this copy as an old one, just before the row changed. From now on
    // it does not.
    await ensureCopy(IMAGES, served, deleted)
    await IMAGES.delete(imageKeys(owner, designId))
    return 'deleted'
  } catch (error) {
    // The image may be gone or not. Put it back before saying that the design stays.
    await copyObject(IMAGES, deleted, served)
    if (await unmarkDeleted(DB, memberId, designId, before)) return 'not-deleted'
    throw error
  }
}

async function findEnd(db: D1Database, memberId: string, designId: string) {
  return (await isDeleted(db, memberId, designId, '')) ? 'deleted' : 'not-found'
}

/**
 * Restores a deleted design. 'not-found' once the time to undo is over; 'not-restored' if the
 * member can try again in a minute, and 'outdated' if it was deleted since `pressedAt`.
 */
export async function restoreDesign(
  { DB, IMAGES }: Env,
  memberId: string,
  designId: string,
  pressedAt: string | null,
) {
  const owner = await ownerKey(memberId)
  const served = imageKey(owner, designId)
  const deleted = deletedImageKey(owner, designId)
  const since = isoDate(-undoPeriodMs)
  // Another tab may have restored it.
  const findOut = async () =>
    (await findDesign(DB, memberId, designId)) ? 'restored' : 'not-found'
  if (!(await isDeleted(DB, memberId, designId, since))) return findOut()
  if (await isChangedSince(DB, memberId, designId, pressedAt)) return 'outdated'
  if (!(await copyObject(IMAGES, deleted, served))) return findOut()
  if (!(await unmarkDeleted(DB, memberId, designId, since))) {
    // Another tab restored it, or the sweep is removing an old image of it.
    return (await findDesign(DB, memberId, designId)) ? 'restored' : 'not-restored'
  }
  // The sweep may have removed this image as an old one, just before the row changed.
  await ensureCopy(IMAGES, deleted, served)
  // Deleted as the sweep does, so that a deletion in the same moment does not lose its own copy. If
  // this fails, the sweep does it.
  const removal = { designId, key: deleted }
  await startRemovals(DB, [{ ...removal, isDeleted: true }])
    .then(async (started) => {
      if (started === 0) return
      await IMAGES.delete(deleted)
      await finishRemovals(DB, [removal])
    })
    .catch(() => {})
  return 'restored'
}

async function ensureCopy(bucket: R2Bucket, from: string, to: string): Promise<void> {
  if (!(await bucket.head(to))) await copyObject(bucket, from, to)
}

/**
 * False if there is no object to copy. R2 cannot move an object. Images are a few megabytes, read
 * as a stream.
 */
export async function copyObject(bucket: R2Bucket, from: string, to: string): Promise<boolean> {
  const object = await bucket.get(from)
  if (!object) return false
  await bucket.put(to, object.body, {
    ...(object.httpMetadata && { httpMetadata: object.httpMetadata }),
  })
  return true
}
