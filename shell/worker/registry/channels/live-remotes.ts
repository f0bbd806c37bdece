import { Release } from '@encre/protocol/release'
import { withTimeout } from '@encre/protocol/timeout'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { logError } from '@encre/worker/log'
import * as z from 'zod/mini'
import { lastGoodKey } from '../files/keys.ts'
import { type LiveRemote, listLiveRemotes } from './live-remotes-store.ts'

/** Milliseconds that an isolate uses what it read. */
export const freshMs = 2000
/** Milliseconds without another read after the database failed. */
const backOffMs = 5000

let cached: LiveRemote[] | null = null
let readAgainAt = 0

/**
 * The remotes as visitors get them. When the database fails, returns what this isolate read last, then the last copy in the bucket, then
 * null.
 */
export async function readLiveRemotes(env: Env): Promise<LiveRemote[] | null> {
  if (Date.now() < readAgainAt) return cached
  try {
    cached = await withTimeout(listLiveRemotes(env.DB), dependencyTimeoutMs, 'the registry')
    readAgainAt = Date.now() + freshMs
  } catch (error) {
    logError(error, { event: 'registry' })
    readAgainAt = Date.now() + backOffMs
    cached ??= await readLastGood(env)
  }
  return cached
}

/**
 * Call it after a change: the next page of this isolate sees the change, and so does an isolate that starts while the database is down.
 * Never throws, because the change itself is already written.
 */
export async function updateLiveRemotes(env: Env): Promise<void> {
  readAgainAt = 0
  try {
    const entries = await withTimeout(listLiveRemotes(env.DB), dependencyTimeoutMs, 'the registry')
    await withTimeout(env.RELEASES.put(lastGoodKey, JSON.stringify(entries)), dependencyTimeoutMs, lastGoodKey)
  } catch (error) {
    logError(error, { event: 'last good registry' })
  }
}

/** For tests: the state of a new isolate. */
export function clearCachedRemotes(): void {
  cached = null
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

async function readLastGood(env: Env): Promise<LiveRemote[] | null> {
  try {
    const object = await withTimeout(env.RELEASES.get(lastGoodKey), dependencyTimeoutMs, lastGoodKey)
    return object && z.parse(LastGood, await withTimeout(object.json(), dependencyTimeoutMs, lastGoodKey))
  } catch (error) {
    logError(error, { event: 'last good registry' })
    return null
  }
}
