import type { AppEnv } from '@encre/worker/app'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { visitorCookieSeconds } from '../../lifetimes.ts'

const name = 'encre_visitor'

/** The random id that keeps a visitor in or out of every canary. The cookie is set only while a canary is active. */
export function visitorOf(c: Context<AppEnv<Env>>): string {
  const known = getCookie(c, name)
  if (known && /^[0-9a-f-]{36}$/.test(known)) return known
  const visitor = crypto.randomUUID()
  setCookie(c, name, visitor, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: c.env.SITE_ORIGIN.startsWith('https:'),
    maxAge: visitorCookieSeconds,
  })
  return visitor
}
