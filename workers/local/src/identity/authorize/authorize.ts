import { type Context, Hono } from 'hono'
import type { App } from '../../app.ts'
import { spendOneTimeSecret, ticketKind } from '../one-time-store.ts'
import { digest } from '../secrets.ts'
import { findUser } from '../users/users-store.ts'
import {
  answerWithCode,
  answerWithError,
  readRequest,
  readTarget,
  refuseTarget,
} from './authorization.ts'
import { browserMark, currentSession, type Session, startSession } from './sessions.ts'
import { showSignIn } from './sign-in-page.ts'

export const authorize = new Hono<App>().get('/', async (c) => {
  const query = c.req.query()
  const target = readTarget(c.env, query)
  if (!target) return refuseTarget(c)
  const request = readRequest(c.env, query)
  if ('error' in request) return answerWithError(c, target, request)

  if (request.ticket !== null) {
    const session = await spendTicket(c, request.ticket, target.clientId)
    if (session) return answerWithCode(c, target, request, session)
    return answerWithError(c, target, {
      error: 'access_denied',
      error_description: 'Unknown or invalid login ticket.',
    })
  }
  const session = request.prompt === 'login' ? null : await currentSession(c)
  if (session && isRecent(session, request.maxAge))
    return answerWithCode(c, target, request, session)
  if (request.prompt === 'none')
    return answerWithError(c, target, {
      error: 'login_required',
      error_description: 'Login required',
    })
  return showSignIn(c, { isNew: query.screen_hint === 'signup', email: query.login_hint ?? '' })
})

function isRecent({ startedAt }: Session, maxAge: number | null): boolean {
  return maxAge === null || Date.now() - startedAt.getTime() <= maxAge * 1000
}

async function spendTicket(
  c: Context<App>,
  ticket: string,
  clientId: string,
): Promise<Session | null> {
  const spent = await spendOneTimeSecret(c.env.DB, ticketKind, ticket)
  const mark = browserMark(c)
  if (
    !spent ||
    spent.data.clientId !== clientId ||
    !mark ||
    spent.data.browser !== (await digest(mark))
  )
    return null
  const user = await findUser(c.env.DB, spent.userId)
  return user && startSession(c, user)
}
