import type { OwnerKey } from '@encre/worker/owner-key'

/** The owner comes first, so that deleting an account lists one prefix. */
export function imageKey(ownerKey: OwnerKey, designId: string): string {
  return `${ownerPrefix(ownerKey)}designs/${designId}`
}

export function thumbnailKey(ownerKey: OwnerKey, designId: string): string {
  return `${ownerPrefix(ownerKey)}thumbnails/${designId}`
}

/** The image of a deleted design, until it is restored or removed. No address leads to it. */
export function deletedImageKey(ownerKey: OwnerKey, designId: string): string {
  return `${ownerPrefix(ownerKey)}deleted/${designId}`
}

/** Keys of the files that the addresses of a design serve. */
export function imageKeys(ownerKey: OwnerKey, designId: string): string[] {
  return [imageKey(ownerKey, designId), thumbnailKey(ownerKey, designId)]
}

export function ownerPrefix(ownerKey: OwnerKey): string {
  return `owners/${ownerKey}/`
}

/** The design that an object belongs to, and whether the object is one of a deleted design. Null for a key of another form. */
export function parseKey(key: string): { designId: string; isDeleted: boolean } | null {
  const [, folder, designId] = key.match(/^owners\/[0-9a-f]{32}\/(designs|thumbnails|deleted)\/([A-Za-z0-9_-]{1,64})$/) ?? []
  return designId === undefined ? null : { designId, isDeleted: folder === 'deleted' }
}
