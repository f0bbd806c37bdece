import type { OwnerKey } from '@encre/worker/member'
import { isDeleted, markDeleted, unmarkDeleted } from './deleted-store.ts'
import { deletedImageKey, imageKey, imageKeys } from './designs-files.ts'
import { findDesign } from './designs-store.ts'
import { undoPeriodMs } from './lifetimes.ts'
import { finishRemovals, type Removal, startRemovals } from './sweep-store.ts'

interface Owner {
  memberId: string
  ownerKey: OwnerKey
}

/**
 * Deletes a design so that it can be restored: marks its row and moves its image to a key that no address leads to.
 * 'not-found' if the member has no such design; 'not-deleted' if the design is as it was. Throws when the result is unknown: read the design
 * again.
 *
 * A worker that stops in between loses nothing. After the copy, the sweep removes the copy, because its row is not deleted. After the mark,
 * the sweep removes the image, because its row is deleted.
 */
export async function deleteDesign({ DB, IMAGES }: Env, { memberId, ownerKey }: Owner, designId: string) {
  if (!(await findDesign(DB, memberId, designId))) return 'not-found'
  await copyToDeleted(IMAGES, ownerKey, designId)
  const now = new Date()
  if (!(await markDeleted(DB, memberId, designId, now))) {
    return (await findDesign(DB, memberId, designId)) ? 'not-deleted' : 'not-found'
  }
  try {
    // The sweep may have removed this copy as an old one, just before the row changed. From now on it does not.
    await ensureDeletedCopy(IMAGES, ownerKey, designId)
    await deleteServed(IMAGES, ownerKey, designId)
    return 'deleted'
  } catch (error) {
    // The image may be gone or not. Put it back before saying that the design stays.
    await copyFromDeleted(IMAGES, ownerKey, designId)
    if (await unmarkDeleted(DB, memberId, designId, new Date(now.getTime() - 1))) return 'not-deleted'
    throw error
  }
}

/**
 * Restores a deleted design with its settings and its image. 'not-found' once the time to undo is over; 'not-restored' if the member can try
 * again in a minute.
 */
export async function restoreDesign(env: Env, { memberId, ownerKey }: Owner, designId: string) {
  const { DB, IMAGES } = env
  const since = new Date(Date.now() - undoPeriodMs)
  if (!(await isDeleted(DB, memberId, designId, since)) || !(await copyFromDeleted(IMAGES, ownerKey, designId))) {
    // Another tab may have restored it.
    return (await findDesign(DB, memberId, designId)) ? 'restored' : 'not-found'
  }
  if (!(await unmarkDeleted(DB, memberId, designId, since))) {
    // Another tab restored it, or the sweep is removing an old image of it.
    return (await findDesign(DB, memberId, designId)) ? 'restored' : 'not-restored'
  }
  // The sweep may have removed this image as an old one, just before the row changed.
  await ensureServed(IMAGES, ownerKey, designId)
  // If this fails, the sweep removes the copy.
  await deleteCopy(env, { designId, key: deletedImageKey(ownerKey, designId) }).catch(() => {})
  return 'restored'
}

/** Deletes the copy of a restored design as the sweep does, so that a deletion in the same moment does not lose its own copy. */
async function deleteCopy({ DB, IMAGES }: Env, copy: Removal): Promise<void> {
  if ((await startRemovals(DB, [{ ...copy, isDeleted: true }])) === 0) return
  await IMAGES.delete(copy.key)
  await finishRemovals(DB, [copy])
}

/** Copies the image of a design to a key that no address leads to. False if there is no image to copy. */
export function copyToDeleted(bucket: R2Bucket, ownerKey: OwnerKey, designId: string): Promise<boolean> {
  return copy(bucket, imageKey(ownerKey, designId), deletedImageKey(ownerKey, designId))
}

/** Copies the image of a deleted design back to the key that its address leads to. False if there is no image to copy. */
function copyFromDeleted(bucket: R2Bucket, ownerKey: OwnerKey, designId: string): Promise<boolean> {
  return copy(bucket, deletedImageKey(ownerKey, designId), imageKey(ownerKey, designId))
}

/** As `copyToDeleted`, unless the copy is there. */
async function ensureDeletedCopy(bucket: R2Bucket, ownerKey: OwnerKey, designId: string): Promise<void> {
  if (!(await bucket.head(deletedImageKey(ownerKey, designId)))) await copyToDeleted(bucket, ownerKey, designId)
}

/** As `copyFromDeleted`, unless the image is served. */
async function ensureServed(bucket: R2Bucket, ownerKey: OwnerKey, designId: string): Promise<void> {
  if (!(await bucket.head(imageKey(ownerKey, designId)))) await copyFromDeleted(bucket, ownerKey, designId)
}

/** Deletes what the addresses of a design serve: its image, and its thumbnail, which the first request creates again. */
function deleteServed(bucket: R2Bucket, ownerKey: OwnerKey, designId: string): Promise<void> {
  return bucket.delete(imageKeys(ownerKey, designId))
}

// R2 cannot move an object. Images are a few megabytes, read as a stream.
async function copy(bucket: R2Bucket, from: string, to: string): Promise<boolean> {
  const object = await bucket.get(from)
  if (!object) return false
  await bucket.put(to, object.body, { ...(object.httpMetadata && { httpMetadata: object.httpMetadata }) })
  return true
}
