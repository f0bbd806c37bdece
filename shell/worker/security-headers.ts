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
  if (c.env.SITE_ORIGIN.startsWith('https:')) headers.set('Strict-Transport-Security', transportSecurity(c.env.HSTS_SCOPE))
})

/** Only the owner of the domain knows whether every subdomain has https, and an entry in the browsers' preload list stays for months. */
function transportSecurity(scope: string): string {
  const twoYears = 'max-age=63072000'
  if (scope === 'preload') return `${twoYears}; includeSubDomains; preload`
  return scope === 'subdomains' ? `${twoYears}; includeSubDomains` : twoYears
}
