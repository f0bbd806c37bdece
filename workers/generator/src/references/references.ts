import { referenceLimit } from '@encre/protocol/catalogue'
import { cleanImage, readImageFormat } from '@encre/worker/clean-image'
import { readLimited, TooLargeError } from '@encre/worker/limited-body'
import { type MemberEnv, type OwnerKey, ownerKey } from '@encre/worker/member'
import { problem } from '@encre/worker/problem'
import { type Context, Hono } from 'hono'
import type { Bindings } from '../bindings.ts'
import type { GeneratorProblem, Reference } from '../contract.ts'
import type { MaskProblem } from '../images/retouch-image.ts'
import { hasErasure } from '../limits/limits.ts'
import { places } from '../limits/places.ts'
import { listModels, offeredOptions } from '../providers/models-store.ts'
import { createReference, hasReference, referenceKey } from './references-store.ts'

/** Providers look at a reference with fewer pixels still. */
const referenceSides = { min: 1, max: 2048 }

export const references = new Hono<MemberEnv<Bindings>>().post('/', (c) =>
  storeUpload(
    c,
    async () => async (bytes) =>
      (await cleanImage(c.env, bytes, referenceSides)) ?? 'reference-not-an-image',
  ),
)

/** Makes the file to store of what was uploaded. Each decoding is billed. */
type Prepare = (
  bytes: Uint8Array<ArrayBuffer>,
) => Promise<Uint8Array | 'reference-not-an-image' | MaskProblem>

/** `open` reads what the upload belongs to, or refuses it. A place is taken before. */
export async function storeUpload(
  c: Context<MemberEnv<Bindings>>,
  open: () => Promise<Prepare | Response>,
): Promise<Response> {
  if (!offeredOptions(await listModels(c.env)).references)
    return problem<GeneratorProblem>(c, 422, 'references-unsupported')
  if (Number(c.req.header('content-length') ?? 0) > referenceLimit)
    return problem<GeneratorProblem>(c, 413, 'reference-too-large')
  const owner = await ownerKey(c.var.memberId)
  const place = await places.take(c.env.DB, 'upload', owner)
  if (!place) return refuseUpload(c, owner)
  let isDecoded = false
  try {
    const prepare = await open()
    if (prepare instanceof Response) return prepare
    const bytes = await readUpload(c)
    if (!bytes) return problem<GeneratorProblem>(c, 413, 'reference-too-large')
    if (!readImageFormat(bytes)) return problem<GeneratorProblem>(c, 400, 'reference-not-an-image')
    const png = await prepare(bytes)
    isDecoded = true
    if (typeof png === 'string')
      return problem<GeneratorProblem>(c, png === 'reference-not-an-image' ? 400 : 422, png)
    return await storeReference(c, owner, png)
  } finally {
    if (!isDecoded) await place.giveBack()
  }
}

async function refuseUpload(c: Context<MemberEnv<Bindings>>, owner: OwnerKey): Promise<Response> {
  const isErased = await hasErasure(c.env.DB, owner)
  return isErased
    ? problem<GeneratorProblem>(c, 403, 'account-erased')
    : problem<GeneratorProblem>(c, 429, 'resource-exhausted')
}

async function readUpload(c: Context): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await readLimited(c.req.raw.body, referenceLimit)
  } catch (error) {
    if (error instanceof TooLargeError) return null
    throw error
  }
}

async function storeReference(
  c: Context<MemberEnv<Bindings>>,
  owner: OwnerKey,
  png: Uint8Array,
): Promise<Response> {
  const { memberId } = c.var
  const reference: Reference = { id: crypto.randomUUID() }
  const key = referenceKey(owner, reference.id)
  const row = { id: reference.id, memberId, ownerKey: owner, type: 'image/png' }
  if (!(await createReference(c.env.DB, row))) return refuseUpload(c, owner)
  await c.env.REFERENCES.put(key, png, { httpMetadata: { contentType: 'image/png' } })
  // The account may have been deleted meanwhile, with its rows.
  if (!(await hasReference(c.env.DB, memberId, reference.id))) {
    await c.env.REFERENCES.delete(key)
    return problem<GeneratorProblem>(c, 422, 'unknown-reference')
  }
  return c.json(reference, 201)
}
