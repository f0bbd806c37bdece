import { type PageManifest, writeServerTiming } from '@encre/protocol/page-manifest'
import { type PrerenderedPage, prerenderedFile } from '@encre/protocol/prerendered-page'
import type { Route } from '@encre/protocol/release'
import { canonicalPath, matchesRoute } from '@encre/protocol/route-match'
import { getCookie } from 'hono/cookie'
import { withdrawnPage } from '../notice-pages.ts'
import { problem } from '../problem.ts'
import { answerFile, answerMissing } from '../registry/channels/remote-files.ts'
import { isHashedFile, shellFileKey } from '../registry/files/keys.ts'
import { createPageManifest } from '../registry/page-manifests/page-manifest.ts'
import {
  isWithdrawn,
  type LiveRemote,
  listReleases,
  readLiveRemotes,
} from '../registry/releases/live-remotes.ts'
import { shellRoutes } from '../registry/shells/shell-routes.ts'
import { readAsset, readShellVersion } from '../registry/shells/shells-store.ts'
import { settingsOf } from '../settings.ts'
import type { SiteContext } from '../site-env.ts'
import { findPage } from './find-page.ts'
import { pageHeaders } from './page-headers.ts'
import { listStyleHashes, type PageParts, renderPage } from './page-html.ts'
import { reload, renameFirstScript } from './reload.ts'

/**
 * Answers every path outside the APIs: a built file of the shell, or its page with this visitor's
 * page manifest. Another spelling of a page's address is redirected to the canonical one.
 */
export async function page(c: SiteContext): Promise<Response> {
  if (c.req.path.startsWith('/api/')) return problem(c, 404, 'not-found')
  const isFile = isAssetPath(c.req.path)
  const methods = isFile ? ['GET', 'HEAD'] : ['GET', 'HEAD', 'POST']
  if (!methods.includes(c.req.method)) {
    c.header('Allow', methods.join(', '))
    return problem(c, 405, 'method-not-allowed')
  }
  if (isFile) return asset(c)

  const url = new URL(c.req.url)
  // Sessions belong to one origin: localhost and 127.0.0.1 are two sites.
  const { origin } = settingsOf(c.env)
  const path = canonicalPath(url.pathname)
  if (url.origin !== origin) return c.redirect(`${origin}${path}${url.search}`, 308)
  // The path begins with exactly one slash, so it leads to no other site.
  if (path !== url.pathname) return c.redirect(`${path}${url.search}`, 308)
  if (c.req.method === 'POST') return reload(c, path + url.search)
  return answerPage(c, path, url.search)
}

async function answerPage(c: SiteContext, path: string, search: string): Promise<Response> {
  const [shell, entries] = await Promise.all([readShellVersion(c.env), readLiveRemotes(c.env)])
  const remotes = entries ?? []
  const manifest = await createPageManifest(c, shell, remotes)
  if (isOfWithdrawn(path, remotes, manifest)) return withdrawnPage(c)
  c.set('composition', manifest.id)
  const isAnnounced = announcesSession(c)
  const found = findPage({
    manifest,
    entries: remotes,
    path,
    search,
    announcesSession: isAnnounced,
  })
  const html = renameFirstScript(c, await readShellPage(c.env, shell, found.page))
  const parts = renderPage(html, manifest, found, path)
  const styleHashes = listStyleHashes(html)
  if (found.skeleton) styleHashes.push(found.skeleton.styleHash)
  return c.body(streamParts(parts), statusOf(path, entries, manifest), {
    ...pageHeaders(c.env, styleHashes),
    'Content-Type': 'text/html; charset=UTF-8',
    // No page contains a member's data, but the header shows whether someone is signed in: only
    // their own browser may cache it.
    'Cache-Control': isAnnounced || found.owner ? 'private, no-cache' : 'no-cache',
    'Server-Timing': writeServerTiming(manifest),
  })
}

/** Whether the path belongs to a remote that was withdrawn, and to none that is shown. */
function isOfWithdrawn(path: string, remotes: LiveRemote[], manifest: PageManifest): boolean {
  const withdrawn = remotes.filter(isWithdrawn)
  const isWithdrawnPath = withdrawn.some(({ previous }) => ownsPath(previous?.routes, path))
  return isWithdrawnPath && !manifest.remotes.some(({ routes }) => ownsPath(routes, path))
}

function streamParts({ head, body }: PageParts): ReadableStream<Uint8Array> {
  const chunks = [head, body]
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift()
      if (chunk === undefined) {
        controller.close()
      } else {
        controller.enqueue(encoder.encode(chunk))
      }
    },
  })
}

/**
 * Whether the browser was signed in, according to a cookie of Auth0's SDK. The page reads the same
 * cookie.
 */
function announcesSession(c: SiteContext): boolean {
  return getCookie(c, `auth0.${settingsOf(c.env).tenant.clientId}.is.authenticated`) !== undefined
}

/** Without the registry, an unknown path is 503: a remote may own it. */
function statusOf(
  path: string,
  entries: LiveRemote[] | null,
  { remotes }: PageManifest,
): 200 | 404 | 503 {
  if (shellRoutes.includes(path) || remotes.some(({ routes }) => ownsPath(routes, path))) return 200
  if (!entries) return 503
  return entries.flatMap(listReleases).some(({ routes }) => ownsPath(routes, path)) ? 200 : 404
}

function ownsPath(routes: Route[] = [], path: string): boolean {
  return routes.some((route) => matchesRoute(route, path))
}

/**
 * Paths with an extension, or in the build's folders, are files. A missing file is 404, never a
 * page.
 */
function isAssetPath(path: string): boolean {
  return path.startsWith('/static/') || path.startsWith('/assets/') || /\.[a-z0-9]+$/i.test(path)
}

async function asset(c: SiteContext): Promise<Response> {
  // As a file, a page would have no page manifest and no content security policy. Source maps are
  // for operators only.
  if (/\.(html|map)$/.test(c.req.path)) return answerMissing(c)
  const response = await c.env.ASSETS.fetch(c.req.raw)
  // A page that was open before the last deploy needs the files of its own shell.
  const isHashed = isHashedFile(c.req.path)
  if (response.status === 404 && isHashed) return answerFile(c, shellFileKey(c.req.path.slice(1)))
  if (!response.ok && response.status !== 304) return answerMissing(c)
  const answer = new Response(response.body, response)
  const caching = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache'
  answer.headers.set('Cache-Control', caching)
  return answer
}

/** Built pages contain this origin, because the build does not know the site's. */
const builtOrigin = 'https://site.invalid'

let read: { shell: string; pages: Map<string, string> } = { shell: '', pages: new Map() }

async function readShellPage(env: Env, shell: string, page: PrerenderedPage): Promise<string> {
  const file = prerenderedFile(page)
  if (read.shell !== shell) read = { shell, pages: new Map() }
  const known = read.pages.get(file)
  if (known) return known
  const response = await readAsset(env, `/${file}`)
  if (!response.ok) throw new Error(`the shell ${shell} has no ${file}: build it again`)
  const html = (await response.text()).replaceAll(builtOrigin, () => settingsOf(env).origin)
  read.pages.set(file, html)
  return html
}
