import { log, logError } from '@encre/worker/log'
import type { Maintenance } from '@encre/worker/maintenance'
import { sweepRegistry } from './registry/sweep.ts'

/** The site's cron: every worker's sweep, side by side, one line each. One that fails stops none of the others. */
export async function sweepAll(env: Env): Promise<void> {
  await Promise.all([
    sweep('shell', () => sweepRegistry(env)),
    sweep('generator', () => remote(env.GENERATOR_MAINTENANCE).sweep()),
    sweep('gallery', () => remote(env.GALLERY_MAINTENANCE).sweep()),
    sweep('account', () => remote(env.ACCOUNT_MAINTENANCE).sweep()),
  ])
}

async function sweep(worker: string, work: () => Promise<Record<string, number>>): Promise<void> {
  try {
    log('sweep', { worker, ...(await work()) })
  } catch (error) {
    logError(error, { worker, event: 'sweep' })
  }
}

/** `wrangler types` knows an entrypoint's name, not its methods: those are the contract's. */
function remote(binding: Service): Maintenance {
  return binding as unknown as Maintenance
}
