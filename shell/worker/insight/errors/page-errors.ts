import type { SharedProblem } from '@encre/protocol/problem'
import { withTimeout } from '@encre/protocol/timeout'
import { ErrorReport } from '@encre/releases/registry'
import type { AppEnv } from '@encre/worker/app'
import { readBody } from '@encre/worker/body'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { log, logError } from '@encre/worker/log'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import { createReportLimit, networkOf } from '../../flood-limits.ts'
import { recordPageError } from './page-errors-store.ts'

/** Errors that one isolate writes to the log in a minute. */
export const reportsPerMinute = 120
export const reportsPerNetwork = 20

const mayWrite = createReportLimit(reportsPerMinute, reportsPerNetwork)

/**
 * `/api/releases/errors`: writes an error of a page as one log line, and counts it for the
 * operators.
 */
export const pageErrors = new Hono<AppEnv<Env>>().post('/', async (c) => {
  const report = await readBody(c, ErrorReport, { maxBytes: 16_384, anyType: true })
  if (!report) return problem<SharedProblem>(c, 400, 'invalid-request')
  const network = networkOf(c.req.header('cf-connecting-ip') ?? '') ?? ''
  if (!mayWrite(network)) return problem<SharedProblem>(c, 429, 'resource-exhausted')
  const { requestId: about, ...rest } = report
  log('page error', { requestId: c.var.requestId, ...rest, ...(about && { about }) })
  c.executionCtx.waitUntil(countError(c.env, report))
  return c.body(null, 204)
})

/** Never throws, because the log line is already written. */
async function countError(env: Env, report: ErrorReport): Promise<void> {
  try {
    await withTimeout(recordPageError(env, report), dependencyTimeoutMs, 'the error of a page')
  } catch (error) {
    logError(error, { event: 'page error' })
  }
}
