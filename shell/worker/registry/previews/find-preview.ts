import { type ManifestVersion, toManifestVersion } from '@encre/protocol/page-manifest'
import type { Route } from '@encre/protocol/release'
import { withTimeout } from '@encre/protocol/timeout'
import { liveVersion } from '@encre/releases/registry'
import type { AppEnv } from '@encre/worker/app'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { logError } from '@encre/worker/log'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import { settingsOf } from '../../settings.ts'
import { findCurrentRelease, findRelease } from '../releases/releases-store.ts'
import { readToken, signToken } from '../tokens/signed-token.ts'
import { isPreviewOpen } from './previews-store.ts'

/** The cookie that a preview link sets. Its value is the link's token. */
export const previewCookie = 'encre_preview'

export interface Preview {
  remote: string
  routes: Route[]
  version: ManifestVersion
  /** The origin of a live build; null for an uploaded version. */
  live: string | null
}

/**
 * The preview that the visitor has opened with a link. Null without one, after its end, and when
 * the registry does not answer.
 */
export async function findPreview(c: Context<AppEnv<Env>>): Promise<Preview | null> {
  const token = getCookie(c, previewCookie)
  const claims = token ? await readPreviewClaims(c.env.COMPOSITION_SECRET, token) : null
  if (!claims) return null
  try {
    return await withTimeout(readPreview(c.env, claims), dependencyTimeoutMs, 'the preview')
  } catch (error) {
    logError(error, { event: 'preview', remote: claims.remote })
    return null
  }
}

export async function readPreview(env: Env, claims: PreviewClaims): Promise<Preview | null> {
  const [isOpen, shown] = await Promise.all([
    isPreviewOpen(env.DB, claims.remote, claims.id),
    readShown(env, claims),
  ])
  return isOpen ? shown : null
}

export async function readShown(
  env: Env,
  { remote, version, live }: Omit<PreviewClaims, 'id' | 'expires'>,
): Promise<Preview | null> {
  if (live !== undefined) {
    return settingsOf(env).allowsLivePreviews ? readLivePreview(env, remote, live) : null
  }
  const release = version === undefined ? null : await findRelease(env.DB, remote, version)
  return (
    release && { remote, routes: release.routes, version: toManifestVersion(release), live: null }
  )
}

/**
 * The files of a live build change at any time, so the page gets no integrity of them. Its routes
 * are the live version's.
 */
async function readLivePreview(env: Env, remote: string, live: string): Promise<Preview | null> {
  const current = await findCurrentRelease(env.DB, remote)
  if (!current) return null
  const version = {
    version: liveVersion,
    base: `${live}/`,
    entry: 'remote-entry.js',
    global: `${remote}_${liveVersion}`,
  }
  return {
    remote,
    routes: current.routes,
    version: { ...version, scripts: [], styles: [], integrity: {} },
    live,
  }
}

/**
 * What a preview link shows in place of one remote's version: an uploaded version, or the live
 * build at an origin.
 */
const PreviewClaims = z.object({
  id: z.string(),
  remote: z.string(),
  version: z.optional(z.string()),
  live: z.optional(z.string()),
  expires: z.number(),
})
type PreviewClaims = z.infer<typeof PreviewClaims>

const purpose = 'preview '

export async function signPreview(secret: string, claims: PreviewClaims): Promise<string> {
  return signToken(secret, claims, purpose)
}

export async function readPreviewClaims(
  secret: string,
  token: string,
): Promise<PreviewClaims | null> {
  const claims = z.safeParse(PreviewClaims, await readToken(secret, token, purpose))
  return claims.success && claims.data.expires > Date.now() ? claims.data : null
}
