import { type OwnerKey, ownerKey } from '@encre/worker/member'
import { base64url, importHmacKey, secretValues } from '@encre/worker/secrets'
import { signaturePeriodSeconds } from './lifetimes.ts'
import type { Settings } from './worker-settings.ts'

// The address of a design's image: signs it for everything that answers a design, and verifies it
// for `images.ts`, which serves it. The page asks for a new one in `card-image.tsx` of
// `remotes/gallery`.

/** The parameter of an address that does not lead to the image of a design that is served. */
const folderParameters = { served: '', deleted: 'd=1&', held: 'h=1&' }

/**
 * What a valid signed URL names. `expiresAt` is in seconds since 1970. Of a deleted design only
 * `deleted` leads to the image. `held` is the copy for operators: `designId` is its link's id.
 */
export interface SignedImage {
  folder: keyof typeof folderParameters
  designId: string
  ownerKey: OwnerKey
  expiresAt: number
}

/**
 * Opens without a token for one to two periods of `signaturePeriodSeconds`, to whose end the expiry
 * is rounded, so that caches work. The first value of the secret signs; `readImageUrl` accepts every
 * one, so that a rotation breaks no address. `images.ts` answers what is over.
 */
export async function signImageUrl(
  settings: Settings,
  ownerKey: OwnerKey,
  designId: string,
  { now = Date.now(), folder = 'served' }: { now?: number; folder?: SignedImage['folder'] } = {},
): Promise<string> {
  const expiresAt = (Math.floor(now / 1000 / signaturePeriodSeconds) + 2) * signaturePeriodSeconds
  const path = `/api/gallery/images/${designId}?${folderParameters[folder]}o=${ownerKey}&e=${expiresAt}`
  const [key] = await keysOf(settings.imageUrlSecret)
  const cached = key.signatures.get(path)
  if (cached) return `${settings.origin}${path}&s=${cached}`
  const signature = await crypto.subtle.sign(
    'HMAC',
    key.hmac,
    messageOf({ designId, ownerKey, expiresAt, folder }),
  )
  const s = new Uint8Array(signature).toBase64(base64url)
  if (key.signatures.size >= maxSignatures) key.signatures.clear()
  key.signatures.set(path, s)
  return `${settings.origin}${path}&s=${s}`
}

export function withImageUrls<Stored extends { id: string; userId: string }>(
  settings: Settings,
  designs: Stored[],
) {
  return Promise.all(designs.map((design) => withImageUrl(settings, design)))
}

export async function withImageUrl<Stored extends { id: string; userId: string }>(
  settings: Settings,
  design: Stored,
) {
  return {
    ...design,
    imageUrl: await signImageUrl(settings, await ownerKey(design.userId), design.id),
  }
}

/**
 * Verifies a signed URL. Null for a forged, expired or malformed URL; the answer does not tell
 * which.
 */
export async function readImageUrl(
  settings: Settings,
  designId: string,
  { o, e, s, d, h }: Partial<Record<string, string>>,
  now = Date.now(),
): Promise<SignedImage | null> {
  if (
    !o ||
    !isOwnerKey(o) ||
    !e ||
    !/^[1-9]\d{0,11}$/.test(e) ||
    !s ||
    !/^[A-Za-z0-9_-]{43}$/.test(s)
  )
    return null
  const image = { designId, ownerKey: o, expiresAt: Number(e), folder: folderOf(d, h) }
  const signature = Uint8Array.fromBase64(s, base64url)
  const keys = await keysOf(settings.imageUrlSecret)
  const verified = await Promise.all(
    keys.map(({ hmac }) => crypto.subtle.verify('HMAC', hmac, signature, messageOf(image))),
  )
  return verified.includes(true) && image.expiresAt > now / 1000 ? image : null
}

function folderOf(d: string | undefined, h: string | undefined): SignedImage['folder'] {
  if (d !== undefined) return 'deleted'
  return h === undefined ? 'served' : 'held'
}

function isOwnerKey(text: string): text is OwnerKey {
  return /^[0-9a-f]{32}$/.test(text)
}

// The id comes last, because only its length varies.
function messageOf({ designId, ownerKey, expiresAt, folder }: SignedImage): Uint8Array {
  return new TextEncoder().encode(
    `${ownerKey}\n${expiresAt}\n${folder === 'served' ? '' : `${folder}\n`}${designId}`,
  )
}

interface Key {
  hmac: CryptoKey
  /** Signatures by path. Lists of designs repeat the same URLs for hours. */
  signatures: Map<string, string>
}

const maxSignatures = 5000
let imported: { secret: string; keys: Promise<[Key, ...Key[]]> } | null = null

function keysOf(secret: string): Promise<[Key, ...Key[]]> {
  if (imported?.secret !== secret)
    imported = { secret, keys: importKeys(secretValues('IMAGE_URL_SECRET', secret)) }
  return imported.keys
}

async function importKeys([current, ...leaving]: [string, ...string[]]): Promise<[Key, ...Key[]]> {
  return [await importKey(current), ...(await Promise.all(leaving.map(importKey)))]
}

async function importKey(secret: string): Promise<Key> {
  return { hmac: await importHmacKey(secret), signatures: new Map() }
}
