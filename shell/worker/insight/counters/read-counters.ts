import { withTimeout } from '@encre/protocol/timeout'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import type { Counter } from '@encre/worker/feature'
import { logError } from '@encre/worker/log'
import { listFeatures } from '../../features/features.ts'

/** What one feature's worker counts. */
export interface FeatureCounters {
  feature: string
  counters: Counter[]
}

/** The counters of every feature's worker, without those that do not answer. */
export async function readCounters(env: Env): Promise<FeatureCounters[]> {
  const answers = await Promise.all(
    listFeatures(env).map(async ({ name: feature, worker }) => {
      try {
        return [{ feature, counters: await withTimeout(worker.readCounters(), dependencyTimeoutMs, `the counters of ${feature}`) }]
      } catch (error) {
        logError(error, { event: 'counters', feature })
        return []
      }
    }),
  )
  return answers.flat()
}
