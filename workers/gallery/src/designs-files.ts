import type { OwnerKey } from '@encre/worker/owner-key'

/** Owner first, so that erasing an account is one prefix to list and delete. */
export function imageKey(ownerKey: OwnerKey, designId: string): string {
  return `${ownerPrefix(ownerKey)}designs/${designId}`
}

export function thumbnailKey(ownerKey: OwnerKey, designId: string): string {
  return `${ownerPrefix(ownerKey)}thumbnails/${designId}`
}

/** Everything that is kept of a design. */
export function imageKeys(ownerKey: OwnerKey, designId: string): string[] {
  return [imageKey(ownerKey, designId), thumbnailKey(ownerKey, designId)]
}

export function ownerPrefix(ownerKey: OwnerKey): string {
  return `owners/${ownerKey}/`
}

/** The design that an object belongs to, null where the key is not an image's. */
export function designIdOf(key: string): string | null {
  return key.match(/^owners\/[0-9a-f]{32}\/(?:designs|thumbnails)\/([A-Za-z0-9_-]{1,64})$/)?.[1] ?? null
}
