import { readCursor, writeCursor } from '@encre/worker/cursor'
import { isoDate } from '@encre/worker/moment'
import { problem } from '@encre/worker/problem'
import type { Handlers } from '../bindings.ts'
import type { FailedGenerationPage } from '../contract.ts'
import { endedGenerationLifetimeMs } from '../lifetimes.ts'
import { listFailedGenerations } from './generations-store.ts'
import { toContract } from './stored-generation.ts'

export const failedPageSize = 20

export const failedGenerations = {
  async listFailedGenerations(c, { query: { cursor } }) {
    const from = readCursor(cursor)
    if (from === 'invalid-cursor') return problem(c, 400, from)

    const since = isoDate(-endedGenerationLifetimeMs)
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
  },
} satisfies Partial<Handlers>
