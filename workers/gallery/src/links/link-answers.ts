import { hashStyles } from '@encre/protocol/style-hash'
import type { Context } from 'hono'
import { gonePage } from './page-html.ts'
import { pageStyle } from './page-style.ts'

/** Only its address protects a page of a link, so no cache, search engine or linked site may learn that address. */
export const privateHeaders = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
}

/** A page of a link. */
export async function answerPage(c: Context, html: string, status: 200 | 404 | 503 = 200): Promise<Response> {
  return c.body(html, status, { ...privateHeaders, ...(await pageHeaders()) })
}

/** The same bytes for a link that is unknown, expired or revoked, and for one whose design or account is deleted. */
export async function answerGone(c: Context): Promise<Response> {
  return answerPage(c, await gonePage(), 404)
}

let headers: Promise<Record<string, string>> | undefined

function pageHeaders(): Promise<Record<string, string>> {
  headers ??= createHeaders()
  return headers
}

async function createHeaders(): Promise<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    // The page's script and its workers are files of the gallery's release.
    "script-src 'self'",
    "worker-src 'self'",
    `style-src '${await hashStyles(pageStyle)}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ]
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  }
}
