import type { SharedProblem } from '@encre/protocol/problem'
import type { AppEnv } from '@encre/worker/app'
import { problem } from '@encre/worker/problem'
import { createMiddleware } from 'hono/factory'
import { findHolder, readBearer, type TokenHolder } from '../../registry/tokens/require-token.ts'
import { findSession } from './operator-session.ts'

export interface OperatorEnv extends AppEnv<Env> {
  Variables: AppEnv<Env>['Variables'] & { holder: TokenHolder }
}

/** Accepts a token of the platform or a team, or the cookie of a session that was started with one. */
export const requireOperator = createMiddleware<OperatorEnv>(async (c, next) => {
  const token = readBearer(c)
  const holder = token ? await findHolder(c.env, c.executionCtx, token) : await findSession(c)
  if (!holder) return problem<SharedProblem>(c, 401, 'permission-denied')
  c.set('holder', holder)
  await next()
  c.header('Cache-Control', 'no-store')
})
