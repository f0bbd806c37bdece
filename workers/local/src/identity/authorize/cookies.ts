import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { App } from '../../app.ts'
import { createSecret } from '../secrets.ts'
import type { User } from '../users/users-store.ts'
import { createSession, deleteSession, findSession, type Session, sessionSeconds } from './sessions-store.ts'

// The port is in the name, because cookies ignore ports: two tenants on one machine would end each other's sessions.
function nameOf(c: Context<App>, what: 'session' | 'browser'): string {
  return `tenant_${what}_${new URL(c.req.url).port}`
}

// Lax is enough: for browsers, another port of the same host is the same site.
const options = { path: '/', httpOnly: true, sameSite: 'Lax' } as const

export async function startSession(c: Context<App>, user: User): Promise<Session> {
  await endSession(c)
  const { secret, session } = await createSession(c.env.DB, user)
  setCookie(c, nameOf(c, 'session'), secret, { ...options, maxAge: sessionSeconds })
  return session
}

export async function currentSession(c: Context<App>): Promise<Session | null> {
  const secret = getCookie(c, nameOf(c, 'session'))
  return secret ? findSession(c.env.DB, secret) : null
}

export async function endSession(c: Context<App>): Promise<void> {
  const secret = getCookie(c, nameOf(c, 'session'))
  if (secret) await deleteSession(c.env.DB, secret)
  deleteCookie(c, nameOf(c, 'session'), options)
}

/** A ticket is bound to this cookie, so a link with another person's ticket does not sign anyone in. */
export function markBrowser(c: Context<App>): string {
  const mark = createSecret()
  setCookie(c, nameOf(c, 'browser'), mark, { ...options, maxAge: 300 })
  return mark
}

export function browserMark(c: Context<App>): string | null {
  return getCookie(c, nameOf(c, 'browser')) ?? null
}
