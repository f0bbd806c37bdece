import { referenceLimit } from '@encre/protocol/catalogue'
import { cleanImage } from '@encre/worker/clean-image'
import { hasErasure } from '@encre/worker/erased-owners'
import { type MemberEnv, type OwnerKey, ownerKey } from '@encre/worker/member'
import { isDoneSoon, type Place } from '@encre/worker/places'
import { type Answer, problem } from '@encre/worker/problem'
import { readImage } from '@encre/worker/read-image'
import { sha256 } from '@encre/worker/secrets'
import type { Context } from 'hono'
import type * as z from 'zod/mini'
import type { Bindings, Handlers } from '../bindings.ts'
import type { Reference, UploadQuery } from '../contract.ts'
import type { MaskProblem } from '../images/retouch-image.ts'
import { places } from '../limits/places.ts'
import { listModels, offeredOptions } from '../providers/models-store.ts'
import { createReference, hasReference, referenceKey } from './references-store.ts'

// Uploads of references and masks. The page makes a reference smaller (`reduce-image.ts`) and
// sends it once (`reference-uploads.ts`, both in `remotes/generator/src`); rows and files are
// `references-store.ts`.

/** Providers look at a reference with fewer pixels still. */
const referenceSides = { min: 1, max: 2048 }

export const references = {
  uploadReference: (c, { query }) =>
    storeUpload<never, never>(
      c,
      query,
      async () => async (bytes) =>
        (await cleanImage(c.env, bytes, referenceSides)) ?? 'reference-not-an-image',
    ),
} satisfies Partial<Handlers>

/** Makes the file to store of what was uploaded. Each decoding is billed. */
type Prepare<Refusal> = (
  bytes: Uint8Array<ArrayBuffer>,
) => Promise<Uint8Array | 'reference-not-an-image' | Refusal>

/**
 * `open` reads what the upload belongs to, or refuses it. A place is taken before. The same upload
 * sent again, because its answer was lost, has one effect; another one with its id is refused.
 */
export async function storeUpload<Code extends string, Refusal extends MaskProblem = never>(
  c: Context<MemberEnv<Bindings>>,
  { id = crypto.randomUUID() }: z.infer<typeof UploadQuery>,
  open: () => Promise<Prepare<Refusal> | Answer<Code>>,
) {
  const owner = await ownerKey(c.var.memberId)
  if (!offeredOptions(await listModels(c.env)).references)
    return problem(c, 422, 'references-unsupported')
  if (Number(c.req.header('content-length') ?? 0) > referenceLimit)
    return problem(c, 413, 'reference-too-large')
  const place = await takeUpload(c, owner, id)
  if (!place) return refuseUpload(c, owner)
  const bytes = await readImage(c, place, referenceLimit)
  if (bytes === 'not-an-image') return problem(c, 400, 'reference-not-an-image')
  if (bytes === 'too-large') return problem(c, 413, 'reference-too-large')
  const hash = (await sha256(bytes)).toHex()
  if (!(await place.isFor(hash))) return problem(c, 422, 'failed-precondition')
  const isKnown = () => isStored(c, owner, id)
  // Sent again after its answer was lost.
  if (await (place.isRepeat ? isDoneSoon(isKnown) : isKnown()))
    return c.json<Reference>({ id }, 201)
  if (!place.isRepeat) return decodeUpload(c, { owner, id, place, bytes }, open)
  // An upload that broke off is decoded again: that takes a place of its own.
  const another = await takeUpload(c, owner, crypto.randomUUID())
  return another
    ? decodeUpload(c, { owner, id, place: another, bytes }, open)
    : refuseUpload(c, owner)
}

async function takeUpload(
  c: Context<MemberEnv<Bindings>>,
  owner: OwnerKey,
  keyHash: string,
): Promise<Place | null> {
  const place = await places.take(c.env.DB, 'upload', owner, { keyHash })
  return place === 'other-body' ? null : place
}

interface Upload {
  owner: OwnerKey
  id: string
  place: Place
  bytes: Uint8Array<ArrayBuffer>
}

async function decodeUpload<Code extends string, Refusal extends MaskProblem = never>(
  c: Context<MemberEnv<Bindings>>,
  { owner, id, place, bytes }: Upload,
  open: () => Promise<Prepare<Refusal> | Answer<Code>>,
) {
  let isDecoded = false
  try {
    const prepare = await open()
    if (prepare instanceof Response) return prepare
    const png = await prepare(bytes)
    isDecoded = true
    if (typeof png === 'string')
      return problem(c, png === 'reference-not-an-image' ? 400 : 422, png)
    return await storeReference(c, owner, id, png)
  } finally {
    if (!isDecoded) await place.giveBack()
  }
}

async function refuseUpload(c: Context<MemberEnv<Bindings>>, owner: OwnerKey) {
  const isErased = await hasErasure(c.env.DB, owner)
  return isErased ? problem(c, 403, 'account-erased') : problem(c, 429, 'resource-exhausted')
}

async function storeReference(
  c: Context<MemberEnv<Bindings>>,
  owner: OwnerKey,
  id: string,
  png: Uint8Array,
) {
  const { memberId } = c.var
  const reference: Reference = { id }
  const key = referenceKey(owner, id)
  const row = { id, memberId, ownerKey: owner, type: 'image/png' }
  const created = await createReference(c.env.DB, row)
  if (created === 'erased') return refuseUpload(c, owner)
  if (created === 'not-found') return problem(c, 404, 'not-found')
  await c.env.REFERENCES.put(key, png, { httpMetadata: { contentType: 'image/png' } })
  // The account may have been deleted meanwhile, with its rows.
  if (!(await hasReference(c.env.DB, memberId, reference.id))) {
    await c.env.REFERENCES.delete(key)
    return problem(c, 422, 'unknown-reference')
  }
  return c.json(reference, 201)
}

async function isStored(
  c: Context<MemberEnv<Bindings>>,
  owner: OwnerKey,
  id: string,
): Promise<boolean> {
  const object = await c.env.REFERENCES.head(referenceKey(owner, id))
  return object !== null && (await hasReference(c.env.DB, c.var.memberId, id))
}
