import type { SharedProblem } from '@encre/protocol/problem'
import { ErrorReport } from '@encre/protocol/registry'
import type { AppEnv } from '@encre/worker/app'
import { log } from '@encre/worker/log'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { readJson } from '../tokens/read-json.ts'

/** Lines that one isolate writes in a minute: nobody signs in to report, and a flood must not bury the rest of the log. */
export const reportsPerMinute = 120

const smallBody = bodyLimit({ maxSize: 16_384, onError: (c) => problem<SharedProblem>(c, 413, 'invalid-request') })
let written = 0
let minute = 0

/** `/api/releases/errors`: what went wrong in a page, as one line of the log. */
export const pageErrors = new Hono<AppEnv<Env>>().post('/', smallBody, async (c) => {
  const report = await readJson(c, ErrorReport)
  if (!report) return problem<SharedProblem>(c, 422, 'invalid-request')
  if (!mayWrite()) return problem<SharedProblem>(c, 429, 'resource-exhausted')
  const { requestId: about, ...rest } = report
  log('page error', { requestId: c.var.requestId, ...rest, ...(about && { about }) })
  return c.body(null, 204)
})

function mayWrite(): boolean {
  const now = Math.floor(Date.now() / 60_000)
  if (now !== minute) {
    minute = now
    written = 0
  }
  written += 1
  return written <= reportsPerMinute
}
