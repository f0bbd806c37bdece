import type { AppEnv } from '@encre/worker/app'
import { createMiddleware } from 'hono/factory'

/** Files and API answers load nothing and are never framed. A feature's own headers take precedence. */
const fileHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
}

export const securityHeaders = createMiddleware<AppEnv<Env>>(async (c, next) => {
  await next()
  const { headers } = c.res
  for (const [name, value] of Object.entries(fileHeaders)) if (!headers.has(name)) headers.set(name, value)
  if (c.env.SITE_ORIGIN.startsWith('https:')) headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains; preload')
})
