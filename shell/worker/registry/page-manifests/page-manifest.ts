import {
  type ManifestRemote,
  type PageManifest,
  toManifestVersion,
} from '@encre/protocol/page-manifest'
import { withTimeout } from '@encre/protocol/timeout'
import type { CompositionRecord } from '@encre/releases/registry'
import type { AppEnv } from '@encre/worker/app'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { logError } from '@encre/worker/log'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { visitorCookieSeconds } from '../../lifetimes.ts'
import { settingsOf } from '../../settings.ts'
import { findPreview, type Preview } from '../previews/find-preview.ts'
import type { LiveRemote } from '../releases/live-remotes.ts'
import { readReacts } from '../shells/reacts.ts'
import { signClaims } from '../tokens/signed-token.ts'
import { saveComposition } from './compositions-store.ts'

const dayMs = 86_400_000
const savedAt = new Map<string, number>()

/**
 * It contains a token for health reports, except in a page with a preview. Saved once a day, so
 * that its id can be looked up.
 */
export async function createPageManifest(
  c: Context<AppEnv<Env>>,
  shell: string,
  entries: LiveRemote[],
): Promise<PageManifest> {
  const visitor = entries.some((entry) => entry.canary) ? visitorOf(c) : null
  const preview = await findPreview(c)
  const { manifest, record } = await compose(c.env, shell, entries, { visitor, preview })
  if (entries.length > 0 && Date.now() - (savedAt.get(record.id) ?? 0) > dayMs) {
    savedAt.set(record.id, Date.now())
    c.executionCtx.waitUntil(
      withTimeout(saveComposition(c.env.DB, record), dependencyTimeoutMs, 'the registry').catch(
        (error: unknown) => {
          savedAt.delete(record.id)
          logError(error, { event: 'composition', id: record.id })
        },
      ),
    )
  }
  if (preview) return manifest
  const token = await signClaims(c.env.COMPOSITION_SECRET, {
    visitor: visitor ?? crypto.randomUUID(),
    versions: Object.fromEntries(record.remotes.map(({ name, version }) => [name, version])),
    expires: Date.now() + dayMs,
  })
  return { ...manifest, token }
}

async function compose(
  env: Env,
  shell: string,
  entries: LiveRemote[],
  { visitor, preview }: { visitor: string | null; preview: Preview | null },
): Promise<{ manifest: PageManifest; record: Omit<CompositionRecord, 'createdAt'> }> {
  const others = entries.filter((entry) => entry.remote !== preview?.remote)
  const live = (await Promise.all(others.map((entry) => pickVersion(entry, visitor)))).filter(
    (picked) => picked !== null,
  )
  const picked = preview ? [...live, showPreview(preview)] : live
  const remotes = picked.map(({ remote, why }) => ({
    name: remote.name,
    version: remote.current.version,
    why,
  }))
  const id = (await sha256(JSON.stringify([shell, remotes]))).toHex().slice(0, 12)
  const { owner, tenant } = settingsOf(env)
  return {
    manifest: {
      id,
      remotes: picked.map(({ remote }) => remote),
      reacts: await readReacts(env),
      ...(preview && {
        preview: {
          remote: preview.remote,
          version: preview.version.version,
          ...(preview.live && { live: preview.live }),
        },
      }),
      ...(owner && { owner }),
      auth: {
        domain: tenant.domain,
        clientId: tenant.clientId,
        audience: tenant.audience,
        connection: tenant.connection,
        session: tenant.session,
      },
    },
    record: { id, shell, remotes },
  }
}

/** Has no previous version: a broken preview must not fall back to a version that works. */
function showPreview({ remote: name, routes, version }: Preview): {
  remote: ManifestRemote
  why: string
} {
  return { remote: { name, routes, current: version, previous: null }, why: 'preview' }
}

async function pickVersion(
  entry: LiveRemote,
  visitor: string | null,
): Promise<{ remote: ManifestRemote; why: string } | null> {
  const { remote: name, current, previous, canary } = entry
  const isCanary =
    canary !== null && visitor !== null && (await bucketOf(visitor, name)) < canary.share
  const [now, before] = isCanary ? [canary.release, current] : [current, previous]
  if (!now) return null
  return {
    remote: {
      name,
      routes: now.routes,
      current: toManifestVersion(now),
      previous: before && toManifestVersion(before),
      ...(canary && { canaryActive: true }),
    },
    why: isCanary ? 'canary' : 'current',
  }
}

/**
 * From 0 to 99.99, the same for ever for a visitor and a remote: a higher share moves no visitor
 * back.
 */
async function bucketOf(visitor: string, remote: string): Promise<number> {
  const digest = await sha256(`${visitor}:${remote}`)
  return (new DataView(digest.buffer).getUint32(0) / 2 ** 32) * 100
}

async function sha256(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

const name = 'encre_visitor'

/**
 * The random id that keeps a visitor in or out of every canary. The cookie is set only while a
 * canary is active.
 */
function visitorOf(c: Context<AppEnv<Env>>): string {
  const known = getCookie(c, name)
  if (known && /^[0-9a-f-]{36}$/.test(known)) return known
  const visitor = crypto.randomUUID()
  setCookie(c, name, visitor, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: settingsOf(c.env).isSecure,
    maxAge: visitorCookieSeconds,
  })
  return visitor
}
