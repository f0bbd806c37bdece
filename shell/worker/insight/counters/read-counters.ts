import { withTimeout } from '@encre/protocol/timeout'
import { logError } from '@encre/worker/log'
import type { Counter } from '@encre/worker/maintenance'
import { dependencyTimeoutMs } from '@encre/worker/timeouts'
import { listFeatures } from '../../features/features.ts'

export interface FeatureCounter extends Counter {
  feature: string
}

/** The counters of every feature's worker. A worker that does not answer, or is older than counters, has none. */
export async function readCounters(env: Env): Promise<FeatureCounter[]> {
  const counters = await Promise.all(
    listFeatures(env).map(async ({ name: feature, worker }) => {
      try {
        const own = await withTimeout(worker.readCounters(), dependencyTimeoutMs, `the counters of ${feature}`)
        return own.map(({ name, labels, value }) => ({ feature, name, labels, value }))
      } catch (error) {
        logError(error, { event: 'counters', feature })
        return []
      }
    }),
  )
  return counters.flat()
}
