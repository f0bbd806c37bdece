import type { AppEnv } from '@encre/worker/app'
import { tenantOrigins } from '@encre/worker/member'
import { createMiddleware } from 'hono/factory'

/** Nothing that is not a page needs to load or be framed. A feature may be stricter still: what it sets stays. */
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

/** What a page adds to the headers of every answer. */
export function pageHeaders(env: Env): Record<string, string> {
  const tenants = tenantOrigins(env.AUTH0_DOMAIN).join(' ')
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${tenants}`,
    `frame-src ${tenants}`,
    `form-action 'self' ${tenants}`,
    // The SDK keeps refresh tokens in a worker made from a blob; the site's own forms use none.
    ...(env.AUTH0_SESSION === 'redirect' ? ['worker-src blob:'] : []),
    "manifest-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  }
}
