import type { SharedProblem } from '@encre/protocol/problem'
import type { AppEnv } from '@encre/worker/app'
import { type FloodLimiter, isBelowLimit, isWrite } from '@encre/worker/flood-limits'
import { problem } from '@encre/worker/problem'
import { createMiddleware } from 'hono/factory'
import { networkOf } from './features/network-key.ts'

/** What pages report without a member. */
const reportPaths = ['/api/releases/outcomes', '/api/releases/errors', '/api/releases/violations', '/api/releases/vitals']

/** Answers a flood from one network with 429: writes to the features, reports of pages, the health page, and attempts to sign in as an operator. */
export const limitFloods = createMiddleware<AppEnv<Env>>(async (c, next) => {
  const limiter = limiterOf(c.env, c.req.method, c.req.path)
  const network = limiter && networkOf(c.req.header('cf-connecting-ip') ?? '')
  if (network && !(await isBelowLimit(c.env, limiter, network))) return problem<SharedProblem>(c, 429, 'resource-exhausted')
  await next()
})

/** Null for requests that are not limited here: reads, and the platform's requests, which need a token. */
function limiterOf(env: Env, method: string, path: string): FloodLimiter | null {
  if (path === '/api/health') return env.HEALTH_READS
  if (path === '/api/releases/insight/session') return env.OPERATOR_SIGN_INS
  if (reportPaths.includes(path)) return env.PAGE_REPORTS
  return isWrite(method) && !path.startsWith('/api/releases/') ? env.ADDRESS_WRITES : null
}
