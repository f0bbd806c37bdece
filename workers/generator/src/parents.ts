import type { ListedDesign } from '@encre/gallery-worker/contract'
import type { MemberEnv } from '@encre/worker/member'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { askGallery, type Bindings } from './bindings.ts'
import { type GeneratorProblem, Parent } from './contract.ts'

/** The member's designs as the start of a variation. The page asks this worker, because it knows no other feature's. */
export const parents = new Hono<MemberEnv<Bindings>>().get('/:id', async (c) => {
  const design = await findParent(c.env, c.var.memberId, c.req.param('id'))
  if (!design) return problem<GeneratorProblem>(c, 404, 'not-found')
  return c.json(z.parse(Parent, { ...design, number: design.number ?? null }))
})

type Library = Pick<Bindings, 'LIBRARY'>

/** The design that a member starts a variation from. Null for a deleted design and for another member's. Throws `UnavailableError`. */
export function findParent({ LIBRARY }: Library, memberId: string, id: string): Promise<ListedDesign | null> {
  return askGallery(LIBRARY.findDesign(memberId, id))
}

/** The image of such a design as a file for the provider, or null. Throws `UnavailableError`. */
export async function readParentImage({ LIBRARY }: Library, memberId: string, id: string): Promise<File | null> {
  const image = await askGallery(LIBRARY.readImage(memberId, id))
  return image && new File([image.bytes], `reference.${image.type.split('/')[1]}`, { type: image.type })
}
