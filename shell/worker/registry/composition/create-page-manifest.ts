import type { PageManifest } from '@encre/protocol/page-manifest'
import { withTimeout } from '@encre/protocol/timeout'
import type { AppEnv } from '@encre/worker/app'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { logError } from '@encre/worker/log'
import type { Context } from 'hono'
import type { LiveRemote } from '../channels/live-remotes-store.ts'
import { findPreview } from '../previews/find-preview.ts'
import { compose } from './compose.ts'
import { signClaims } from './composition-token.ts'
import { saveComposition } from './compositions-store.ts'
import { visitorOf } from './visitor.ts'

const dayMs = 86_400_000
/** When this isolate last saved each composition. */
const savedAt = new Map<string, number>()

/**
 * Creates the page manifest for this visitor. It contains a token for health reports, except in a page with a preview. Saves the composition
 * once a day, so that its id can be looked up.
 */
export async function createPageManifest(c: Context<AppEnv<Env>>, shell: string, entries: LiveRemote[]): Promise<PageManifest> {
  const visitor = entries.some((entry) => entry.canary) ? visitorOf(c) : null
  const preview = await findPreview(c)
  const { manifest, record } = await compose(c.env, shell, entries, { visitor, preview })
  if (entries.length > 0 && Date.now() - (savedAt.get(record.id) ?? 0) > dayMs) {
    savedAt.set(record.id, Date.now())
    c.executionCtx.waitUntil(
      withTimeout(saveComposition(c.env.DB, record), dependencyTimeoutMs, 'the registry').catch((error: unknown) => {
        savedAt.delete(record.id)
        logError(error, { event: 'composition', id: record.id })
      }),
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
