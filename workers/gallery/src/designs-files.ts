import type { OwnerKey } from '@encre/worker/owner-key'

/** The owner comes first, so that deleting an account lists one prefix. */
export function imageKey(ownerKey: OwnerKey, designId: string): string {
  return `${ownerPrefix(ownerKey)}designs/${designId}`
}

export function thumbnailKey(ownerKey: OwnerKey, designId: string): string {
  return `${ownerPrefix(ownerKey)}thumbnails/${designId}`
}

/** Keys of all files of a design. */
export function imageKeys(ownerKey: OwnerKey, designId: string): string[] {
  return [imageKey(ownerKey, designId), thumbnailKey(ownerKey, designId)]
}

export function ownerPrefix(ownerKey: OwnerKey): string {
  return `owners/${ownerKey}/`
}

/** The id of the design that an object belongs to, or null for a key of another form. */
export function designIdOf(key: string): string | null {
  return key.match(/^owners\/[0-9a-f]{32}\/(?:designs|thumbnails)\/([A-Za-z0-9_-]{1,64})$/)?.[1] ?? null
}
