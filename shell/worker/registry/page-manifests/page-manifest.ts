import {
  type Choice,
  type ManifestRemote,
  type PageManifest,
  toManifestVersion,
} from '@encre/protocol/page-manifest'
import type { Release } from '@encre/protocol/release'
import { withTimeout } from '@encre/protocol/timeout'
import type { CompositionRecord } from '@encre/releases/registry'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { logError } from '@encre/worker/log'
import { dayMs } from '@encre/worker/moment'
import { hashToken, sha256 } from '@encre/worker/secrets'
import { getCookie, setCookie } from 'hono/cookie'
import { visitorCookieSeconds } from '../../lifetimes.ts'
import { settingsOf } from '../../settings.ts'
import type { SiteContext } from '../../site-env.ts'
import { findPreview } from '../previews/find-preview.ts'
import type { LiveRemote } from '../releases/live-remotes.ts'
import { readReacts } from '../shells/reacts.ts'
import { signClaims } from '../tokens/signed-token.ts'
import { saveComposition } from './compositions-store.ts'

// Which version of each remote a visitor gets, by cookie, canary and preview.
// `shell/worker/pages/pages.ts` writes it into the page; `shell/src/federation/load-remote.ts`
// loads it.

const savedAt = new Map<string, number>()

/**
 * It contains a token for health reports, except in a page with a preview. Saved once a day, so
 * that its id can be looked up.
 */
export async function createPageManifest(
  c: SiteContext,
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
  if (preview.length > 0) return manifest
  const token = await signClaims(c.env.COMPOSITION_SECRET, {
    visitor: visitor ?? crypto.randomUUID(),
    versions: Object.fromEntries(record.remotes.map(({ name, version }) => [name, version])),
    expires: Date.now() + dayMs,
  })
  return { ...manifest, token }
}

interface Visitor {
  /** Null while no canary is active. */
  visitor: string | null
  preview: Release[]
}

async function compose(
  env: Env,
  shell: string,
  entries: LiveRemote[],
  visitor: Visitor,
): Promise<{ manifest: PageManifest; record: Omit<CompositionRecord, 'createdAt'> }> {
  const all = [...entries, ...listUnreleased(entries, visitor.preview)]
  const chosen = await Promise.all(all.map((entry) => chooseVersion(entry, visitor)))
  const remotes = chosen.filter((remote) => remote !== null)
  const versions = remotes.map(({ name, current, choice }) => ({
    name,
    version: current.version,
    why: choice.why,
  }))
  const previewed = versions.filter(({ why }) => why === 'preview')
  const id = (await hashToken(JSON.stringify([shell, versions]))).slice(0, 12)
  const { owner, tenant } = settingsOf(env)
  return {
    manifest: {
      id,
      remotes,
      reacts: await readReacts(env),
      ...(previewed.length > 0 && {
        preview: previewed.map(({ name, version }) => ({ remote: name, version })),
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
    record: { id, shell, remotes: versions },
  }
}

/** The previewed remotes that no visitor has. */
function listUnreleased(entries: LiveRemote[], preview: Release[]): LiveRemote[] {
  const unreleased = preview.filter(({ name }) => !entries.some(({ remote }) => remote === name))
  return unreleased.map(({ name }) => ({
    remote: name,
    current: null,
    previous: null,
    canary: null,
  }))
}

/** The only place that decides which version of a remote a page gets. Null: none. */
async function chooseVersion(
  entry: LiveRemote,
  { visitor, preview }: Visitor,
): Promise<(ManifestRemote & { choice: Choice }) | null> {
  const { remote: name, current, previous, canary } = entry
  const previewed = preview.find((release) => release.name === name)
  // No previous version: a broken preview must not fall back to a version that works.
  if (previewed) return describe(previewed, null, 'preview')
  const isCanary =
    canary !== null && visitor !== null && (await bucketOf(visitor, name)) < canary.share
  if (isCanary) return describe(canary.release, current, 'canary')
  return current && describe(current, previous, 'current')

  function describe(release: Release, before: Release | null, why: Choice['why']) {
    return {
      name,
      routes: release.routes,
      current: toManifestVersion(release),
      choice: { why, share: shareOf(entry, release.version) },
      previous: before && toManifestVersion(before),
      ...(canary && why !== 'preview' && { canaryActive: true }),
    }
  }
}

function shareOf({ current, canary }: LiveRemote, version: string): number {
  if (canary?.release.version === version) return canary.share
  return current?.version === version ? 100 - (canary?.share ?? 0) : 0
}

/**
 * From 0 to 99.99, the same for ever for a visitor and a remote: a higher share moves no visitor
 * back.
 */
async function bucketOf(visitor: string, remote: string): Promise<number> {
  const digest = await sha256(`${visitor}:${remote}`)
  return (new DataView(digest.buffer).getUint32(0) / 2 ** 32) * 100
}

const name = 'encre_visitor'

/**
 * The random id that keeps a visitor in or out of every canary. The cookie is set only while a
 * canary is active.
 */
function visitorOf(c: SiteContext): string {
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
