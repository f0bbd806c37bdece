import type { MemberEnv } from '@encre/worker/member'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Bindings } from '../bindings.ts'
import { type GeneratorProblem, Parent } from '../contract.ts'
import { findParent } from './parent-designs.ts'

/** The member's designs as the start of a variation. The page asks this worker, because it knows no other feature's. */
export const parents = new Hono<MemberEnv<Bindings>>().get('/:id', async (c) => {
  const design = await findParent(c.env, c.var.memberId, c.req.param('id'))
  if (!design) return problem<GeneratorProblem>(c, 404, 'not-found')
  return c.json(z.parse(Parent, { ...design, number: design.number ?? null }))
})
