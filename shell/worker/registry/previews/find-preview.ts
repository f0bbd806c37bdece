import type { Release } from '@encre/protocol/release'
import { withTimeout } from '@encre/protocol/timeout'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { logError } from '@encre/worker/log'
import { getCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import type { SiteContext } from '../../site-env.ts'
import { findRelease } from '../releases/releases-store.ts'
import { readToken, signToken } from '../tokens/signed-token.ts'
import { isPreviewOpen } from './previews-store.ts'

/** The cookie that a preview link sets. Its value is the link's token. */
export const previewCookie = 'encre_preview'

/**
 * The releases that the visitor previews with a link. None without a link, after its end, and when
 * the registry does not answer.
 */
export async function findPreview(c: SiteContext): Promise<Release[]> {
  const token = getCookie(c, previewCookie)
  const claims = token ? await readPreviewClaims(c.env.COMPOSITION_SECRET, token) : null
  if (!claims) return []
  try {
    const preview = readPreview(c.env, claims)
    return (await withTimeout(preview, dependencyTimeoutMs, 'the preview')) ?? []
  } catch (error) {
    logError(error, { event: 'preview', remote: claims.remote })
    return []
  }
}

/** Null when one of the previews has ended: the releases were chosen to be seen together. */
export async function readPreview(env: Env, claims: PreviewClaims): Promise<Release[] | null> {
  const all = listPreviewed(claims)
  const [areOpen, releases] = await Promise.all([
    Promise.all(all.map(({ remote, id }) => isPreviewOpen(env.DB, remote, id))),
    readReleases(env, all),
  ])
  return areOpen.includes(false) ? null : releases
}

/** Null when one of the versions is unknown. */
export async function readReleases(
  env: Env,
  versions: { remote: string; version: string }[],
): Promise<Release[] | null> {
  const releases = await Promise.all(
    versions.map(({ remote, version }) => findRelease(env.DB, remote, version)),
  )
  const found = releases.filter((release) => release !== null)
  return found.length === versions.length ? found : null
}

const Previewed = z.object({ id: z.string(), remote: z.string(), version: z.string() })
export type Previewed = z.infer<typeof Previewed>

/** What a preview link shows: one version, and those of other remotes beside it. */
const PreviewClaims = z.extend(Previewed, {
  with: z.optional(z.array(Previewed)),
  expires: z.number(),
})
type PreviewClaims = z.infer<typeof PreviewClaims>

function listPreviewed({ with: others = [], ...first }: PreviewClaims): Previewed[] {
  return [first, ...others]
}

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
