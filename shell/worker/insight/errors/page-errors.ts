import { withTimeout } from '@encre/protocol/timeout'
import { ErrorReport } from '@encre/releases/registry'
import { withBody } from '@encre/worker/body'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { log, logError } from '@encre/worker/log'
import { Hono } from 'hono'
import { createReportLimit, visitorNetwork } from '../../flood-limits.ts'
import { problem } from '../../problem.ts'
import type { SiteContext, SiteEnv } from '../../site-env.ts'
import { recordPageError } from './page-errors-store.ts'

/** Errors that one isolate writes to the log in a minute. */
export const reportsPerMinute = 120
export const reportsPerNetwork = 20

const mayWrite = createReportLimit(reportsPerMinute, reportsPerNetwork)

/**
 * `/api/releases/errors`: writes an error of a page as one log line, and counts it for the
 * operators.
 */
export const pageErrors = new Hono<SiteEnv>().post(
  '/',
  withBody(
    ErrorReport,
    async (c: SiteContext, report) => {
      if (!mayWrite(visitorNetwork(c))) return problem(c, 429, 'resource-exhausted')
      const { requestId: about, ...rest } = report
      log('page error', { requestId: c.var.requestId, ...rest, ...(about && { about }) })
      c.executionCtx.waitUntil(countError(c.env, report))
      return c.body(null, 204)
    },
    16_384,
  ),
)

/** Never throws, because the log line is already written. */
async function countError(env: Env, report: ErrorReport): Promise<void> {
  try {
    await withTimeout(recordPageError(env, report), dependencyTimeoutMs, 'the error of a page')
  } catch (error) {
    logError(error, { event: 'page error' })
  }
}
