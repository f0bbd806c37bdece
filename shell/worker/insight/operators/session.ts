import { OperatorSignIn } from '@encre/protocol/insight'
import type { SharedProblem } from '@encre/protocol/problem'
import type { AppEnv } from '@encre/worker/app'
import { readBody } from '@encre/worker/body'
import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import { findHolder } from '../../registry/tokens/require-token.ts'
import { endSession, startSession } from './operator-session.ts'

/** `/api/releases/insight/session`: an operator signs in with a token, and out. `limitFloods` bounds the attempts. */
export const session = new Hono<AppEnv<Env>>()
  .post('/', async (c) => {
    const body = await readBody(c, OperatorSignIn)
    if (!body) return problem<SharedProblem>(c, 400, 'invalid-request')
    const holder = await findHolder(c.env, c.executionCtx, body.token)
    if (!holder) return problem<SharedProblem>(c, 401, 'permission-denied')
    await startSession(c, holder)
    return c.body(null, 204)
  })
  .delete('/', (c) => {
    endSession(c)
    return c.body(null, 204)
  })
