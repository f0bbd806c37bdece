import type { PageManifest } from '@encre/protocol/page-manifest'
import { withTimeout } from '@encre/protocol/timeout'
import type { AppEnv } from '@encre/worker/app'
import { logError } from '@encre/worker/log'
import { dependencyTimeoutMs } from '@encre/worker/timeouts'
import type { Context } from 'hono'
import type { RegistryEntry } from '../channels/live-remotes-store.ts'
import { compose } from './compose.ts'
import { signClaims } from './composition-token.ts'
import { keepComposition } from './compositions-store.ts'
import { visitorOf } from './visitor.ts'

const day = 86_400_000
/** When this isolate last noted each composition. */
const kept = new Map<string, number>()

/** What the visitor who asks gets of these remotes, with the token of their page. Noted once a day, to be looked up by its id. */
export async function composeForVisitor(c: Context<AppEnv<Env>>, shell: string, entries: RegistryEntry[]): Promise<PageManifest> {
  const visitor = entries.some((entry) => entry.canary) ? visitorOf(c) : null
  const { composition, record } = await compose(c.env, shell, entries, visitor)
  if (entries.length > 0 && Date.now() - (kept.get(record.id) ?? 0) > day) {
    kept.set(record.id, Date.now())
    c.executionCtx.waitUntil(
      withTimeout(keepComposition(c.env.DB, record), dependencyTimeoutMs, 'the registry').catch((error: unknown) => {
        kept.delete(record.id)
        logError(error, { event: 'composition', id: record.id })
      }),
    )
  }
  const token = await signClaims(c.env.COMPOSITION_SECRET, {
    visitor: visitor ?? crypto.randomUUID(),
    versions: Object.fromEntries(record.remotes.map(({ name, version }) => [name, version])),
    expires: Date.now() + day,
  })
  return { ...composition, token }
}
