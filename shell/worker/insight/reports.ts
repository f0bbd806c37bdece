import { withTimeout } from '@encre/protocol/timeout'
import { type InsightReports, ReportDecision } from '@encre/releases/insight'
import { readBody } from '@encre/worker/body'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { reportsPerPage } from '@encre/worker/feature'
import { log, logError } from '@encre/worker/log'
import { Hono } from 'hono'
import { type Feature, listFeatures } from '../features/features.ts'
import { problem } from '../problem.ts'
import { type OperatorEnv, requireTokenAgain } from './operators.ts'

/**
 * What visitors report of the features' public pages. The platform sees all of them, a team those
 * of its own feature.
 */
export const reports = new Hono<OperatorEnv>()
  .get('/', async (c) => {
    const seen = listSeen(c.env, c.var.holder.remote)
    const page = Math.max(0, Number.parseInt(c.req.query('page') ?? '', 10) || 0)
    return c.json(await readReports(seen, page))
  })
  .post('/:feature/:id', requireTokenAgain, async (c) => {
    const body = await readBody(c, ReportDecision)
    if (!body) return problem(c, 400, 'invalid-request')
    const { feature, id } = c.req.param()
    const worker = listSeen(c.env, c.var.holder.remote).find(({ name }) => name === feature)?.worker
    if (!(await worker?.decideReport(id, body.decision, body.reason)))
      return problem(c, 404, 'not-found')
    log('report decided', { feature, reportId: id, ...body, author: c.var.holder.author })
    return c.body(null, 204)
  })

/** One page of all features. One that does not answer is named in `unread`. */
export async function readReports(features: Feature[], page: number): Promise<InsightReports> {
  const answers = await Promise.all(features.map((feature) => listReports(feature, page)))
  return {
    reports: answers.flatMap(({ reports }) => reports),
    hasMore: answers.some(({ hasMore }) => hasMore),
    unread: answers.flatMap(({ unread }) => unread),
  }
}

async function listReports(
  { name: feature, worker }: Feature,
  page: number,
): Promise<InsightReports> {
  try {
    const pending = worker.listReports(page)
    const listed = await withTimeout(pending, dependencyTimeoutMs, `the reports of ${feature}`)
    const reports = listed.slice(0, reportsPerPage).map((report) => ({ ...report, feature }))
    return { reports, hasMore: listed.length > reportsPerPage, unread: [] }
  } catch (error) {
    // The reports of the others are shown.
    logError(error, { event: 'reports', feature })
    return { reports: [], hasMore: false, unread: [feature] }
  }
}

function listSeen(env: Env, remote: string | null): Feature[] {
  return listFeatures(env).filter(({ name }) => remote === null || name === remote)
}
