import { OperatorSignIn } from '@encre/protocol/insight'
import type { SharedProblem } from '@encre/protocol/problem'
import type { AppEnv } from '@encre/worker/app'
import { readBody } from '@encre/worker/body'
import { problem } from '@encre/worker/problem'
import { type Context, Hono } from 'hono'
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod/mini'
import { operatorSessionSeconds } from '../lifetimes.ts'
import { findHolder, readBearer, type TokenHolder } from '../registry/tokens/require-token.ts'
import { findTokenById } from '../registry/tokens/tokens-store.ts'
import { settingsOf } from '../settings.ts'

export interface OperatorEnv extends AppEnv<Env> {
  Variables: AppEnv<Env>['Variables'] & { holder: TokenHolder }
}

/**
 * Accepts a token of the platform or a team, or the cookie of a session that was started with one.
 */
export const requireOperator = createMiddleware<OperatorEnv>(async (c, next) => {
  const token = readBearer(c)
  const holder = token ? await findHolder(c.env, c.executionCtx, token) : await findSession(c)
  if (!holder) return problem<SharedProblem>(c, 401, 'permission-denied')
  c.set('holder', holder)
  await next()
  c.header('Cache-Control', 'no-store')
})

/**
 * `/api/releases/insight/session`: an operator signs in with a token, and out. `limitFloods` bounds
 * the attempts.
 */
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

const name = 'encre_operator'
/** The cookie is sent to the addresses that read, and end reported pages. */
const path = '/api/releases/insight'

/**
 * What the cookie says: the id of a team's token, null for the platform's. `expires` in
 * milliseconds since 1970.
 */
const Session = z.object({ tokenId: z.nullable(z.string()), expires: z.number() })

async function startSession(c: Context<AppEnv<Env>>, { tokenId }: TokenHolder): Promise<void> {
  const session: z.infer<typeof Session> = {
    tokenId,
    expires: Date.now() + operatorSessionSeconds * 1000,
  }
  await setSignedCookie(c, name, JSON.stringify(session), secretOf(c.env), {
    path,
    httpOnly: true,
    sameSite: 'Strict',
    secure: settingsOf(c.env).isSecure,
    maxAge: operatorSessionSeconds,
  })
}

function endSession(c: Context<AppEnv<Env>>): void {
  deleteCookie(c, name, { path })
}

async function findSession<E extends AppEnv<Env>>(c: Context<E>): Promise<TokenHolder | null> {
  const text = await getSignedCookie(c, secretOf(c.env), name)
  if (!text) return null
  const { tokenId, expires } = z.parse(Session, JSON.parse(text))
  if (expires < Date.now()) return null
  if (tokenId === null) return { remote: null, author: 'platform', tokenId }
  const found = await findTokenById(c.env.DB, tokenId)
  return found && { ...found, tokenId }
}

/**
 * The sessions have a key of their own: nothing else that the site signs passes as a session. A new
 * platform token ends all sessions.
 */
function secretOf({ COMPOSITION_SECRET, PLATFORM_TOKEN }: Env): string {
  return `operator session ${COMPOSITION_SECRET} ${PLATFORM_TOKEN}`
}
