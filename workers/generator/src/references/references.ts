import { referenceLimit } from '@encre/protocol/catalogue'
import { cleanImage, readImageFormat } from '@encre/worker/clean-image'
import { readLimited, TooLargeError } from '@encre/worker/limited-body'
import { type MemberEnv, ownerKey } from '@encre/worker/member'
import { problem } from '@encre/worker/problem'
import { type Context, Hono } from 'hono'
import type { Bindings } from '../bindings.ts'
import type { GeneratorProblem, Reference } from '../contract.ts'
import type { MaskProblem } from '../images/retouch-image.ts'
import { hasErasure } from '../limits/limits.ts'
import { listModels, offeredOptions } from '../providers/models-store.ts'
import {
  createReference,
  deleteReferences,
  hasReference,
  referenceKey,
} from './references-store.ts'

/** Providers look at a reference with fewer pixels still. */
const referenceSides = { min: 1, max: 2048 }

export const references = new Hono<MemberEnv<Bindings>>().post('/', (c) =>
  storeUpload(
    c,
    async (bytes) => (await cleanImage(c.env, bytes, referenceSides)) ?? 'reference-not-an-image',
  ),
)

export async function storeUpload(
  c: Context<MemberEnv<Bindings>>,
  prepare: (
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<Uint8Array | 'reference-not-an-image' | MaskProblem>,
): Promise<Response> {
  const { memberId } = c.var
  if (!offeredOptions(await listModels(c.env)).references)
    return problem<GeneratorProblem>(c, 422, 'references-unsupported')
  if (Number(c.req.header('content-length') ?? 0) > referenceLimit)
    return problem<GeneratorProblem>(c, 413, 'reference-too-large')
  const bytes = await readLimited(c.req.raw.body, referenceLimit).catch((error) => {
    if (error instanceof TooLargeError) return null
    throw error
  })
  if (!bytes) return problem<GeneratorProblem>(c, 413, 'reference-too-large')
  if (!readImageFormat(bytes)) return problem<GeneratorProblem>(c, 400, 'reference-not-an-image')

  const reference: Reference = { id: crypto.randomUUID() }
  const owner = await ownerKey(memberId)
  const hasRoom = await createReference(c.env.DB, {
    id: reference.id,
    memberId,
    ownerKey: owner,
    type: 'image/png',
  })
  if (!hasRoom) {
    const isErased = await hasErasure(c.env.DB, owner)
    return problem<GeneratorProblem>(
      c,
      isErased ? 403 : 429,
      isErased ? 'account-erased' : 'resource-exhausted',
    )
  }
  // Decodes after the check of the limit, because each decoding is billed. A file that does not
  // decode still counts for the limit.
  const png = await prepare(bytes).catch(async (error) => {
    await deleteReferences(c.env.DB, [reference.id])
    throw error
  })
  if (typeof png === 'string')
    return problem<GeneratorProblem>(c, png === 'reference-not-an-image' ? 400 : 422, png)
  await c.env.REFERENCES.put(referenceKey(owner, reference.id), png, {
    httpMetadata: { contentType: 'image/png' },
  })
  // The account may have been deleted meanwhile, with its rows.
  if (!(await hasReference(c.env.DB, memberId, reference.id))) {
    await c.env.REFERENCES.delete(referenceKey(owner, reference.id))
    return problem<GeneratorProblem>(c, 422, 'unknown-reference')
  }
  return c.json(reference, 201)
}
