import { dayMs, isoDate } from '@encre/worker/moment'
import { settingsOf } from './settings.ts'
import type { SiteContext } from './site-env.ts'

/**
 * Files and API answers load nothing and are never framed. A feature's own headers take precedence.
 */
const fileHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
}

/** Adds the headers to any answer, whoever refused the request. */
export function withSecurityHeaders(answer: Response, env: Env): Response {
  const secured = new Response(answer.body, answer)
  const { headers } = secured
  for (const [name, value] of Object.entries(fileHeaders)) {
    if (!headers.has(name)) headers.set(name, value)
  }
  // Pages compare it with the device's clock.
  headers.set('Date', new Date().toUTCString())
  // Not of the parsed settings: also the 500 of a wrong setting has it.
  if (String(env.SITE_ORIGIN).startsWith('https:')) {
    headers.set('Strict-Transport-Security', transportSecurity[env.HSTS_SCOPE] ?? twoYears)
  }
  return secured
}

/**
 * Where to report a vulnerability: RFC 9116. Researchers ignore a file that has expired, so each
 * answer is valid for 90 days.
 */
export function securityTxt(c: SiteContext): Response {
  return c.text(
    [
      'Contact: mailto:security@encre.example',
      `Expires: ${isoDate(90 * dayMs)}`,
      'Preferred-Languages: fr, en',
      `Canonical: ${settingsOf(c.env).origin}/.well-known/security.txt`,
      '',
    ].join('\n'),
  )
}

const twoYears = 'max-age=63072000'

/**
 * By `HSTS_SCOPE`: only the owner of the domain knows whether every subdomain has https, and an
 * entry in the browsers' preload list stays for months.
 */
const transportSecurity: Readonly<Record<string, string>> = {
  site: twoYears,
  subdomains: `${twoYears}; includeSubDomains`,
  preload: `${twoYears}; includeSubDomains; preload`,
}
