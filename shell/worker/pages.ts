import type { SharedProblem } from '@encre/protocol/problem'
import type { AppEnv } from '@encre/worker/app'
import { logError } from '@encre/worker/log'
import { problem } from '@encre/worker/problem'
import type { Context } from 'hono'
import { asset, isAssetPath } from './assets.ts'
import { compose } from './composition.ts'
import { patience, within } from './deadline.ts'
import { renderPage } from './page-html.ts'
import { readRegistry } from './registry.ts'
import { keepComposition, type RegistryEntry } from './registry-store.ts'
import { pageHeaders } from './security-headers.ts'
import { shellRoutes } from './shell-routes.ts'
import { visitorOf } from './visitor.ts'

const keptCompositions = new Set<string>()

/** Everything that is no API: a built file of the shell, or its page with what this visitor runs written into it. */
export async function page(c: Context<AppEnv<Env>>): Promise<Response> {
  if (c.req.path.startsWith('/api/')) return problem<SharedProblem>(c, 404, 'not-found')
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    c.header('Allow', 'GET, HEAD')
    return problem<SharedProblem>(c, 405, 'method-not-allowed')
  }
  if (isAssetPath(c.req.path)) return asset(c)

  const url = new URL(c.req.url)
  // Sessions belong to one origin: localhost and 127.0.0.1 are two sites.
  if (url.origin !== c.env.SITE_ORIGIN) return c.redirect(`${c.env.SITE_ORIGIN}${url.pathname}${url.search}`, 308)
  return answerPage(c, url.pathname.replace(/(.)\/$/, '$1'))
}

async function answerPage(c: Context<AppEnv<Env>>, path: string): Promise<Response> {
  const [shell, registry] = await Promise.all([readShell(c.env, path), readRegistry(c.env)])
  const entries = registry ?? []
  const visitor = entries.some((entry) => entry.canary) ? visitorOf(c) : null
  const { composition, record } = await compose(c.env, shell.version, entries, visitor)
  if (registry && !keptCompositions.has(record.id)) {
    keptCompositions.add(record.id)
    c.executionCtx.waitUntil(
      within(patience, keepComposition(c.env.DB, record)).catch((error: unknown) => {
        keptCompositions.delete(record.id)
        logError(error, { event: 'composition', id: record.id })
      }),
    )
  }
  return c.html(renderPage(shell.html, composition, path), statusOf(path, registry), {
    ...pageHeaders(c.env),
    'Cache-Control': 'no-cache',
    'Server-Timing': `composition;desc="${composition.id}"`,
  })
}

/** Without a registry nobody can say that a page does not exist. */
function statusOf(path: string, registry: RegistryEntry[] | null): 200 | 404 | 503 {
  if (shellRoutes.includes(path)) return 200
  if (!registry) return 503
  const releases = registry.flatMap((entry) => [entry.current, ...(entry.canary ? [entry.canary.release] : [])])
  return releases.some((release) => release.routes.some((route) => route.path === path)) ? 200 : 404
}

/** The page prerendered for a path (`about.html`; `home.html` for `/`) where the build has one, else the bare `index.html`. */
async function readShell(env: Env, path: string): Promise<{ html: string; version: string }> {
  const [bare, prerendered] = await Promise.all([
    readAsset(env, '/index.html'),
    shellRoutes.includes(path) ? readAsset(env, prerenderedFile(path)) : null,
  ])
  const version = (bare.headers.get('etag') ?? '').replace(/[^a-zA-Z0-9]/g, '').slice(0, 12)
  return { version, html: await (prerendered?.ok ? prerendered : bare).text() }
}

function prerenderedFile(path: string): string {
  return path === '/' ? '/home.html' : `${path}.html`
}

function readAsset(env: Env, path: string): Promise<Response> {
  return env.ASSETS.fetch(new URL(path, env.SITE_ORIGIN))
}
