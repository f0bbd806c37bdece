import { Release } from '@encre/protocol/release'
import { withTimeout } from '@encre/protocol/timeout'
import { logError } from '@encre/worker/log'
import { dependencyTimeoutMs } from '@encre/worker/timeouts'
import * as z from 'zod/mini'
import { lastGoodKey } from '../files/keys.ts'
import { type RegistryEntry, readRegistryRows } from './live-remotes-store.ts'

/** Milliseconds for which an isolate trusts what it read, and leaves a registry alone that did not answer. */
const fresh = 2000
const backOff = 5000

let known: RegistryEntry[] | null = null
let readAgainAt = 0

/**
 * What each remote's visitors get. When the database does not answer: what this isolate read last, else what any isolate
 * kept last, else null.
 */
export async function readRegistry(env: Env): Promise<RegistryEntry[] | null> {
  if (Date.now() < readAgainAt) return known
  try {
    known = await withTimeout(readRegistryRows(env.DB), dependencyTimeoutMs, 'the registry')
    readAgainAt = Date.now() + fresh
  } catch (error) {
    logError(error, { event: 'registry' })
    readAgainAt = Date.now() + backOff
    known ??= await readLastGood(env)
  }
  return known
}

/**
 * Called after a change: this isolate's next page sees it, and so does an isolate that starts while the database is gone.
 * The change itself is done whatever happens here.
 */
export async function refreshRegistry(env: Env): Promise<void> {
  readAgainAt = 0
  try {
    const entries = await withTimeout(readRegistryRows(env.DB), dependencyTimeoutMs, 'the registry')
    await withTimeout(env.RELEASES.put(lastGoodKey, JSON.stringify(entries)), dependencyTimeoutMs, lastGoodKey)
  } catch (error) {
    logError(error, { event: 'last good registry' })
  }
}

/** As an isolate starts. */
export function forgetRegistry(): void {
  known = null
  readAgainAt = 0
}

const LastGood = z.array(
  z.object({
    remote: z.string(),
    current: Release,
    previous: z.nullable(Release),
    canary: z.nullable(z.object({ release: Release, share: z.number() })),
  }),
)

async function readLastGood(env: Env): Promise<RegistryEntry[] | null> {
  try {
    const object = await withTimeout(env.RELEASES.get(lastGoodKey), dependencyTimeoutMs, lastGoodKey)
    return object && z.parse(LastGood, await withTimeout(object.json(), dependencyTimeoutMs, lastGoodKey))
  } catch (error) {
    logError(error, { event: 'last good registry' })
    return null
  }
}
