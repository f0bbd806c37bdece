import type { Release } from '@encre/protocol/release'
import { contentType, integrityOf } from '@encre/protocol/served-file'
import { withTimeout } from '@encre/protocol/timeout'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { logError } from '@encre/worker/log'
import { Hono } from 'hono'
import { settingsOf } from '../../settings.ts'
import type { SiteContext, SiteEnv } from '../../site-env.ts'
import { fileKey } from '../files/keys.ts'
import { readLiveRemotes } from '../releases/live-remotes.ts'
import { findRelease } from '../releases/releases-store.ts'

/**
 * `/remotes/<name>/<version>/<file>`: written once, so every cache may store it for a year. A
 * missing file is 404, never HTML, and so is a file that no registered release lists: no page gets
 * what was only uploaded.
 */
export const remoteFiles = new Hono<SiteEnv>()
  .get('/:name/:version/:path{.+}', (c) => {
    const { name, version, path } = c.req.param()
    return answerFile(c, fileKey(name, version, path), async () => {
      const release = await findRegistered(c.env, name, version)
      return release !== null && Object.hasOwn(release.files, path)
    })
  })
  .all('*', (c) => answerMissing(c))

/** What pages load is found without the database too. */
async function findRegistered(env: Env, remote: string, version: string): Promise<Release | null> {
  const entry = (await readLiveRemotes(env))?.find((one) => one.remote === remote)
  const live = entry && [entry.current, entry.previous, entry.canary?.release]
  const found = live?.find((one) => one?.version === version)
  if (found) return found
  return withTimeout(findRelease(env.DB, remote, version), dependencyTimeoutMs, 'the registry')
}

/**
 * `/remotes/<name>/@live/<file>`: the file of the current version, for pages without a page
 * manifest. Never a canary's.
 */
export const liveFiles = new Hono<SiteEnv>().get('/:name/@live/:path{.+}', async (c) => {
  const { name, path } = c.req.param()
  const release = (await readLiveRemotes(c.env))?.find(({ remote }) => remote === name)?.current
  if (!release || !Object.hasOwn(release.files, path)) return answerMissing(c)
  c.header('Cache-Control', 'no-store')
  return c.redirect(`/${fileKey(name, release.version, path)}`)
})

/**
 * Answers a file of the bucket through the edge cache, if `isPublic` says so. Ignores the query,
 * which only a page's retry changes.
 */
export async function answerFile(
  c: SiteContext,
  key: string,
  isPublic: () => Promise<boolean> = async () => true,
): Promise<Response> {
  // Source maps are for operators only, also when a build listed one among its files.
  if (key.endsWith('.map')) return answerMissing(c)
  const cacheKey = new URL(c.req.path, settingsOf(c.env).origin).href
  try {
    let file = (await caches.default.match(cacheKey)) ?? null
    if (!file && (await isPublic()))
      file = await withTimeout(readFile(c, key, cacheKey), dependencyTimeoutMs, key)
    if (!file) return answerMissing(c)
    const headers = new Headers(file.headers)
    const etag = headers.get('etag')
    if (etag && c.req.header('if-none-match')?.includes(etag))
      return new Response(null, { status: 304, headers })
    return new Response(file.body, { headers })
  } catch (error) {
    logError(error, { requestId: c.var.requestId, key })
    return c.text('unavailable', 503, { 'Cache-Control': 'no-store', 'Retry-After': '1' })
  }
}

/**
 * Throws when the bytes differ from the upload: the edge would cache them for a year, and no page
 * could bypass it.
 */
async function readFile(c: SiteContext, key: string, cacheKey: string): Promise<Response | null> {
  const object = await c.env.RELEASES.get(key)
  if (!object) return null
  const bytes = await object.arrayBuffer()
  if ((await integrityOf(bytes)) !== object.customMetadata?.integrity)
    throw new Error(`the bucket answered other bytes for ${key}`)
  const response = new Response(bytes, {
    headers: {
      'Content-Type': contentType(key),
      'Content-Length': String(bytes.byteLength),
      'Cache-Control': 'public, max-age=31536000, immutable',
      ETag: object.httpEtag,
    },
  })
  c.executionCtx.waitUntil(caches.default.put(cacheKey, response.clone()))
  return response
}

/** The 404 of a file: plain text, never a page, and in no cache. */
export function answerMissing(c: SiteContext): Response {
  return c.text('not found', 404, { 'Cache-Control': 'no-store' })
}
