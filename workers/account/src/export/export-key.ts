import type { OwnerKey } from '@encre/worker/owner-key'

/** The owner comes first, so that deleting an account lists one prefix. */
export function exportKey(ownerKey: OwnerKey, exportId: string): string {
  return `${exportPrefix(ownerKey)}${exportId}.zip`
}

export function exportPrefix(ownerKey: OwnerKey): string {
  return `owners/${ownerKey}/`
}
