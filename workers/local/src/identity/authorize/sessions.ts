import { isoDate } from '@encre/worker/moment'
import { createToken } from '@encre/worker/secrets'
import { type Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import type { App } from '../../app.ts'
import { isLogoutAddress } from '../oauth.ts'
import { answerPage } from '../page.ts'
import { digest } from '../secrets.ts'
import { findUser, type User } from '../users/users-store.ts'

/** `id` is the `sid` of id tokens. The cookie holds a separate secret. */
export interface Session {
  id: string
  user: User
  startedAt: Date
}

export const sessionSeconds = 7 * 24 * 3600

// The port is in the name, because cookies ignore ports: two tenants on one machine would end each
// other's sessions.
function nameOf(c: Context<App>, what: 'session' | 'browser'): string {
  return `tenant_${what}_${new URL(c.req.url).port}`
}

// Lax is enough: for browsers, another port of the same host is the same site.
const options = { path: '/', httpOnly: true, sameSite: 'Lax' } as const

export async function startSession(c: Context<App>, user: User): Promise<Session> {
  await endSession(c)
  const db = c.env.DB
  const id = crypto.randomUUID()
  const secret = createToken(32)
  await db.batch([
    db.prepare('delete from sessions where expires_at < ?').bind(isoDate()),
    db
      .prepare('insert into sessions (hash, id, user_id, expires_at) values (?, ?, ?, ?)')
      .bind(await digest(secret), id, user.id, isoDate(sessionSeconds * 1000)),
  ])
  setCookie(c, nameOf(c, 'session'), secret, { ...options, maxAge: sessionSeconds })
  return { id, user, startedAt: new Date() }
}

export async function currentSession(c: Context<App>): Promise<Session | null> {
  const secret = getCookie(c, nameOf(c, 'session'))
  if (!secret) return null
  const row = await c.env.DB.prepare(
    'select id, user_id, expires_at from sessions where hash = ? and expires_at >= ?',
  )
    .bind(await digest(secret), isoDate())
    .first<{ id: string; user_id: string; expires_at: string }>()
  if (!row) return null
  const user = await findUser(c.env.DB, row.user_id)
  // A session is never prolonged, so its end says when it began.
  const startedAt = new Date(Date.parse(row.expires_at) - sessionSeconds * 1000)
  return user && { id: row.id, user, startedAt }
}

async function endSession(c: Context<App>): Promise<void> {
  const secret = getCookie(c, nameOf(c, 'session'))
  if (secret)
    await c.env.DB.prepare('delete from sessions where hash = ?')
      .bind(await digest(secret))
      .run()
  deleteCookie(c, nameOf(c, 'session'), options)
}

export async function deleteSessions(db: D1Database, userId: string): Promise<void> {
  await db.prepare('delete from sessions where user_id = ?').bind(userId).run()
}

/**
 * A ticket is bound to this cookie, so a link with another person's ticket does not sign anyone in.
 */
export function markBrowser(c: Context<App>): string {
  const mark = createToken(32)
  setCookie(c, nameOf(c, 'browser'), mark, { ...options, maxAge: 300 })
  return mark
}

export function browserMark(c: Context<App>): string | undefined {
  return getCookie(c, nameOf(c, 'browser'))
}

export const logout = new Hono<App>().get('/', async (c) => {
  await endSession(c)
  const returnTo = c.req.query('returnTo') ?? `${c.env.SITE_ORIGIN}/`
  if (isLogoutAddress(c.env, returnTo)) return c.redirect(returnTo)
  return answerPage(c, {
    title: 'Déconnexion effectuée',
    status: 400,
    body: html`<p>L’adresse de retour demandée n’est pas dans la liste de l’application.</p>`,
  })
})
