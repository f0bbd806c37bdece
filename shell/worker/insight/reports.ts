import type { InsightReports } from '@encre/protocol/insight'
import type { SharedProblem } from '@encre/protocol/problem'
import { withTimeout } from '@encre/protocol/timeout'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { log, logError } from '@encre/worker/log'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import { type Feature, listFeatures } from '../features/features.ts'
import type { OperatorEnv } from './operators.ts'

/**
 * What visitors report of the features' public pages. The platform sees all of them, a team those
 * of its own feature.
 */
export const reports = new Hono<OperatorEnv>()
  .get('/', async (c) => {
    const seen = listSeen(c.env, c.var.holder.remote)
    const answers = await Promise.all(seen.map(listReports))
    return c.json<InsightReports>({ reports: answers.flat() })
  })
  .delete('/:feature/:id', async (c) => {
    const { feature, id } = c.req.param()
    const worker = listSeen(c.env, c.var.holder.remote).find(({ name }) => name === feature)?.worker
    if (!(await worker?.endReported(id))) return problem<SharedProblem>(c, 404, 'not-found')
    log('reported page ended', { feature, reportId: id, author: c.var.holder.author })
    return c.body(null, 204)
  })

async function listReports({ name: feature, worker }: Feature): Promise<InsightReports['reports']> {
  try {
    const asked = worker.listReports()
    const listed = await withTimeout(asked, dependencyTimeoutMs, `the reports of ${feature}`)
    return listed.map((report) => ({ ...report, feature }))
  } catch (error) {
    // The reports of the others are shown.
    logError(error, { event: 'reports', feature })
    return []
  }
}

function listSeen(env: Env, remote: string | null): Feature[] {
  return listFeatures(env).filter(({ name }) => remote === null || name === remote)
}
