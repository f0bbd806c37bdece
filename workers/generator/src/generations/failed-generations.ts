import { readCursor, writeCursor } from '@encre/worker/cursor'
import type { MemberEnv } from '@encre/worker/member'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Bindings } from '../bindings.ts'
import {
  type FailedGenerationPage,
  FailedGenerationsQuery,
  type GeneratorProblem,
} from '../contract.ts'
import { endedGenerationLifetimeMs } from '../lifetimes.ts'
import { listFailedGenerations } from './generations-store.ts'
import { toContract } from './stored-generation.ts'

export const failedPageSize = 20

export const failedGenerations = new Hono<MemberEnv<Bindings>>().get('/', async (c) => {
  const query = z.safeParse(FailedGenerationsQuery, c.req.query())
  if (!query.success) return problem<GeneratorProblem>(c, 400, 'invalid-request')
  const { cursor } = query.data
  const from = cursor === undefined ? null : readCursor(cursor)
  if (cursor !== undefined && from === null)
    return problem<GeneratorProblem>(c, 400, 'invalid-cursor')

  const since = new Date(Date.now() - endedGenerationLifetimeMs)
  const found = await listFailedGenerations(c.env.DB, c.var.memberId, {
    since,
    from,
    limit: failedPageSize + 1,
  })
  const following = found[failedPageSize]
  return c.json<FailedGenerationPage>({
    generations: found.slice(0, failedPageSize).map((generation) => toContract(generation, null)),
    next: following ? writeCursor(following) : null,
  })
})
