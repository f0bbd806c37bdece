import type { SharedProblem } from '@encre/protocol/problem'
import { ErrorReport } from '@encre/protocol/registry'
import type { AppEnv } from '@encre/worker/app'
import { readBody } from '@encre/worker/body'
import { log } from '@encre/worker/log'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import { networkOf } from '../../features/network-key.ts'
import { createLogLimit } from './log-limit.ts'

/** Lines that one isolate writes in a minute. */
export const reportsPerMinute = 120

/** Of these, lines for one network. */
export const reportsPerNetwork = 20

const mayWrite = createLogLimit(reportsPerMinute, reportsPerNetwork)

/** `/api/releases/errors`: writes an error of a page as one log line. */
export const pageErrors = new Hono<AppEnv<Env>>().post('/', async (c) => {
  const report = await readBody(c, ErrorReport, { maxBytes: 16_384, anyType: true })
  if (!report) return problem<SharedProblem>(c, 400, 'invalid-request')
  const network = networkOf(c.req.header('cf-connecting-ip') ?? '') ?? ''
  if (!mayWrite(network)) return problem<SharedProblem>(c, 429, 'resource-exhausted')
  const { requestId: about, ...rest } = report
  log('page error', { requestId: c.var.requestId, ...rest, ...(about && { about }) })
  return c.body(null, 204)
})
