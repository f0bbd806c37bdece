import { log, logError } from '@encre/worker/log'
import { listFeatures } from './features/features.ts'
import { sweepInsight } from './insight/sweep.ts'
import { sweepRegistry } from './registry/sweep.ts'

/** The site's cron: calls every worker's sweep in parallel and logs a line for each. A sweep that fails stops no other. */
export async function sweepAll(env: Env): Promise<void> {
  await Promise.all([
    runSweep('shell', () => sweepRegistry(env)),
    runSweep('shell insight', () => sweepInsight(env)),
    ...listFeatures(env).map(({ name, worker }) => runSweep(name, () => worker.sweep())),
  ])
}

async function runSweep(worker: string, sweep: () => Promise<Record<string, number>>): Promise<void> {
  try {
    log('sweep', { worker, ...(await sweep()) })
  } catch (error) {
    logError(error, { worker, event: 'sweep' })
  }
}
