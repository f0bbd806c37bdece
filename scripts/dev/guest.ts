import type { IncomingHttpHeaders } from 'node:http'
import { isOnThisMachine } from '@encre/protocol/network'
import { type PageManifest, parsePageManifest } from '@encre/protocol/page-manifest'
import { emptyPage } from '@encre/protocol/prerendered-page'
import type { Problem } from '@encre/protocol/problem'
import { canonicalPath } from '@encre/protocol/route-match'
import { reportPaths } from '@encre/releases/registry'
import { ExpectedError } from '../lib/run-command.ts'
import { developmentClientId } from '../lib/settings.ts'

// What the dev proxy changes between a browser and a site that others use too.

/** A page of this machine whose site is elsewhere. */
export interface Guest {
  /** The development client at the site's tenant. Null if there is none: nobody can sign in. */
  clientId: string | null
  /** The client of the site's own pages. */
  siteClientId: string
  writes: boolean
}

/** Opening a preview's link, and "Recharger", which posts to its page. */
function onlySetsCookie(method: string, path: string): boolean {
  const isPage = !canonicalPath(path).startsWith('/api/')
  return method === 'POST' && (isPage || path.startsWith('/api/releases/previews/'))
}

/**
 * The proxy's own answer, or null when the request goes to the site. `path` has no dots left. The
 * site must not count this page as one of a visitor.
 */
export function answerInPlace(
  method: string,
  path: string,
  { writes }: Guest,
): { status: number; problem: Problem | null } | null {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return null
  if (reportPaths.includes(path)) return { status: 204, problem: null }
  if (writes || onlySetsCookie(method, path)) return null
  return {
    status: 403,
    problem: {
      code: 'read-only',
      status: 403,
      title: 'This page only reads',
      requestId: 'dev-proxy',
      detail: `${method} ${path} would change the site. npm run dev ... --writes allows it`,
    },
  }
}

/** With the client of its own, members sign in on the tenant's page, where no site's cookie counts. */
export function asGuest(manifest: PageManifest, { clientId }: Guest): PageManifest {
  if (!clientId) return manifest
  return { ...manifest, auth: { ...manifest.auth, clientId, session: 'redirect' } }
}

/**
 * The site prerenders its own form, and this page sends members to the tenant's: React renders the
 * pages with a password.
 */
export function withoutForm(html: string): string {
  return /<input[^>]* type="password"/.test(html) ? emptyPage(html) : html
}

/** The headers of a request as a page of the site would send them. */
export function toSite(
  headers: IncomingHttpHeaders,
  { own, site, guest }: { own: string; site: string; guest: Guest },
): IncomingHttpHeaders {
  const { host: _, ...others } = headers
  const changed: IncomingHttpHeaders = { ...others, host: new URL(site).host }
  // Only this page's own: another site's request stays one of another site.
  if (headers.origin === own) changed.origin = site
  if (headers.referer?.startsWith(`${own}/`)) {
    changed.referer = headers.referer.replace(own, site)
  }
  changed.cookie = cookiesFor(headers.cookie ?? '', guest)
  return changed
}

/**
 * The site's own cookies: those of other servers on this machine have the same host. The site's
 * worker writes a member's page for who has its client's cookie.
 */
function cookiesFor(cookies: string, { clientId, siteClientId }: Guest): string {
  const own = cookies.split(/; */).filter((cookie) => cookie.startsWith('encre_'))
  const signedIn = cookies
    .split(/; */)
    .filter((cookie) => clientId && cookie.startsWith(`auth0.${clientId}.is`))
    .map((cookie) => cookie.replace(`auth0.${clientId}.`, `auth0.${siteClientId}.`))
  return [...signedIn, ...own].join('; ')
}

/** The headers of an answer as a site at the page's own address would send them. */
export function fromSite(
  headers: IncomingHttpHeaders,
  { own, site }: { own: string; site: string },
): IncomingHttpHeaders {
  const { 'strict-transport-security': _, ...changed } = headers
  const { location } = headers
  if (location && new URL(location, site).origin === site) {
    changed.location = new URL(location, site).href.replace(site, own)
  }
  // This machine has no https.
  const cookies = headers['set-cookie']
  if (cookies) changed['set-cookie'] = cookies.map((cookie) => cookie.replace(/; *secure/i, ''))
  return changed
}

/** Asks the site for its page manifest: what answers otherwise is no site of Encre. */
export async function findGuest(
  site: string,
  { writes, environment }: { writes: boolean; environment: NodeJS.ProcessEnv },
): Promise<Guest> {
  const address = `${site}/api/releases/compositions/current`
  const answer = await fetch(address, { redirect: 'manual' })
  if (!answer.ok)
    throw new ExpectedError(`${address} answers ${answer.status}: is ${site} a site of Encre?`)
  const body = await answer.json().catch(() => null)
  if (!body) throw new ExpectedError(`${address} answers no JSON: is ${site} a site of Encre?`)
  const { auth } = parsePageManifest(body)
  // The embedded tenant is a site's own, and its clients are known.
  const embedded = isOnThisMachine(auth.domain) ? developmentClientId : null
  const clientId = environment.AUTH0_DEVELOPMENT_CLIENT_ID || embedded
  return { clientId, siteClientId: auth.clientId, writes }
}
