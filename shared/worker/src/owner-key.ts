/** 32 hex digits that replace a member's id in R2 prefixes, signed URLs, logs and the provider's user field. */
export type OwnerKey = string & { readonly __brand: 'OwnerKey' }

/** The first 16 bytes of the SHA-256 of a member id. */
export async function ownerKey(memberId: string): Promise<OwnerKey> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(memberId))
  return new Uint8Array(digest, 0, 16).toHex() as OwnerKey
}
