import { createHash } from 'node:crypto'

/** As `ownerKey` of shared/worker, which SQL cannot compute: the first 16 bytes of the SHA-256 of a member's id, in hex. */
export function createOwnerKey(memberId: string): string {
  return createHash('sha256').update(memberId).digest('hex').slice(0, 32)
}
