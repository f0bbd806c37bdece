import type { InsightReports } from '@encre/protocol/insight'
import type { SharedProblem } from '@encre/protocol/problem'
import { withTimeout } from '@encre/protocol/timeout'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { log, logError } from '@encre/worker/log'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import { listFeatures } from '../features/features.ts'
import type { OperatorEnv } from './operators.ts'

/** What visitors report of the features' public pages. The platform sees all of them, a team those of its own feature. */
export const reports = new Hono<OperatorEnv>()
  .get('/', async (c) => {
    const answers = await Promise.all(
      listSeen(c.env, c.var.holder.remote).map(async ({ name: feature, worker }) => {
        try {
          const listed = await withTimeout(worker.listReports(), dependencyTimeoutMs, `the reports of ${feature}`)
          return listed.map((report) => ({ ...report, feature }))
        } catch (error) {
          // A worker before reports has none.
          logError(error, { event: 'reports', feature })
          return []
        }
      }),
    )
    return c.json<InsightReports>({ reports: answers.flat() })
  })
  .delete('/:feature/:id', async (c) => {
    const { feature, id } = c.req.param()
    const worker = listSeen(c.env, c.var.holder.remote).find(({ name }) => name === feature)?.worker
    if (!(await worker?.endReported(id))) return problem<SharedProblem>(c, 404, 'not-found')
    log('reported page ended', { feature, reportId: id, author: c.var.holder.author })
    return c.body(null, 204)
  })

function listSeen(env: Env, remote: string | null) {
  return listFeatures(env).filter(({ name }) => remote === null || name === remote)
}
