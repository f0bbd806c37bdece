import type { OwnerKey } from '@encre/worker/owner-key'
import { deletedImageKey, imageKey, imageKeys } from './designs-files.ts'

/** Copies the image of a design to a key that no address leads to. False if there is no image to copy. */
export function copyToDeleted(bucket: R2Bucket, ownerKey: OwnerKey, designId: string): Promise<boolean> {
  return copy(bucket, imageKey(ownerKey, designId), deletedImageKey(ownerKey, designId))
}

/** Copies the image of a deleted design back to the key that its address leads to. False if there is no image to copy. */
export function copyFromDeleted(bucket: R2Bucket, ownerKey: OwnerKey, designId: string): Promise<boolean> {
  return copy(bucket, deletedImageKey(ownerKey, designId), imageKey(ownerKey, designId))
}

/** As `copyToDeleted`, unless the copy is there. */
export async function ensureDeletedCopy(bucket: R2Bucket, ownerKey: OwnerKey, designId: string): Promise<void> {
  if (!(await bucket.head(deletedImageKey(ownerKey, designId)))) await copyToDeleted(bucket, ownerKey, designId)
}

/** As `copyFromDeleted`, unless the image is served. */
export async function ensureServed(bucket: R2Bucket, ownerKey: OwnerKey, designId: string): Promise<void> {
  if (!(await bucket.head(imageKey(ownerKey, designId)))) await copyFromDeleted(bucket, ownerKey, designId)
}

/** Deletes what the addresses of a design serve: its image, and its thumbnail, which the first request creates again. */
export function deleteServed(bucket: R2Bucket, ownerKey: OwnerKey, designId: string): Promise<void> {
  return bucket.delete(imageKeys(ownerKey, designId))
}

// R2 cannot move an object. Images are a few megabytes, read as a stream.
async function copy(bucket: R2Bucket, from: string, to: string): Promise<boolean> {
  const object = await bucket.get(from)
  if (!object) return false
  await bucket.put(to, object.body, { ...(object.httpMetadata && { httpMetadata: object.httpMetadata }) })
  return true
}
