import { type OwnerKey, ownerKey } from '@encre/worker/owner-key'
import type { Design, NewDesign } from './contract.ts'

const sixHours = 6 * 60 * 60

export interface ImageUrlSettings {
  SITE_ORIGIN: string
  IMAGE_URL_SECRET: string
}

/** What a signed URL says once its signature holds. `expiresAt` in seconds since 1970. */
export interface SignedImage {
  designId: string
  ownerKey: OwnerKey
  expiresAt: number
}

/**
 * An absolute URL that opens without a token. It lives between six and twelve hours: its end is rounded to a boundary of six hours,
 * so that the same URL is answered for hours and caches work.
 */
export async function signImageUrl(settings: ImageUrlSettings, ownerKey: OwnerKey, designId: string, now = Date.now()): Promise<string> {
  const expiresAt = (Math.floor(now / 1000 / sixHours) + 2) * sixHours
  const path = `/api/gallery/images/${designId}?o=${ownerKey}&e=${expiresAt}`
  const key = await keyOf(settings.IMAGE_URL_SECRET)
  const known = key.signatures.get(path)
  if (known) return `${settings.SITE_ORIGIN}${path}&s=${known}`
  const signature = await crypto.subtle.sign('HMAC', key.hmac, messageOf({ designId, ownerKey, expiresAt }))
  const s = new Uint8Array(signature).toBase64({ alphabet: 'base64url', omitPadding: true })
  if (key.signatures.size >= maxSignatures) key.signatures.clear()
  key.signatures.set(path, s)
  return `${settings.SITE_ORIGIN}${path}&s=${s}`
}

/** A member's designs as the contract shows them. */
export async function withImageUrls(settings: ImageUrlSettings, memberId: string, designs: NewDesign[]): Promise<Design[]> {
  const owner = await ownerKey(memberId)
  return Promise.all(designs.map(async (design) => ({ ...design, imageUrl: await signImageUrl(settings, owner, design.id) })))
}

export async function withImageUrl(settings: ImageUrlSettings, design: NewDesign): Promise<Design> {
  return { ...design, imageUrl: await signImageUrl(settings, await ownerKey(design.userId), design.id) }
}

/** Null where the URL is forged, expired or not ours: all one to whoever asks. */
export async function readImageUrl(
  settings: ImageUrlSettings,
  designId: string,
  { o, e, s }: Partial<Record<string, string>>,
  now = Date.now(),
): Promise<SignedImage | null> {
  if (!o || !isOwnerKey(o) || !e || !/^[1-9]\d{0,11}$/.test(e) || !s || !/^[A-Za-z0-9_-]{43}$/.test(s)) return null
  const image = { designId, ownerKey: o, expiresAt: Number(e) }
  const signature = Uint8Array.fromBase64(s, { alphabet: 'base64url' })
  const holds = await crypto.subtle.verify('HMAC', (await keyOf(settings.IMAGE_URL_SECRET)).hmac, signature, messageOf(image))
  return holds && image.expiresAt > now / 1000 ? image : null
}

function isOwnerKey(text: string): text is OwnerKey {
  return /^[0-9a-f]{32}$/.test(text)
}

// The id comes last: it is the only part whose length is not fixed.
function messageOf({ designId, ownerKey, expiresAt }: SignedImage): Uint8Array {
  return new TextEncoder().encode(`${ownerKey}\n${expiresAt}\n${designId}`)
}

interface Key {
  hmac: CryptoKey
  /** By path without signature: a page is listed many times in the hours in which its URLs stay the same. */
  signatures: Map<string, string>
}

const maxSignatures = 5000
let imported: { secret: string; key: Promise<Key> } | null = null

function keyOf(secret: string): Promise<Key> {
  if (!secret) throw new Error('IMAGE_URL_SECRET is empty: anybody could sign')
  if (imported?.secret !== secret) imported = { secret, key: importKey(secret) }
  return imported.key
}

async function importKey(secret: string): Promise<Key> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const hmac = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['sign', 'verify'])
  return { hmac, signatures: new Map() }
}
