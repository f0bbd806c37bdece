import { sweepInPieces } from '@encre/worker/bounded'
import { deleteErasures } from '@encre/worker/erased-owners'
import { logError } from '@encre/worker/log'
import { isoDate } from '@encre/worker/moment'
import { type Bindings, runOf } from './bindings.ts'
import {
  deleteEndedGenerations,
  deleteUsage,
  listStalledGenerations,
} from './generations/generations-cleanup.ts'
import { deleteWithdrawnKeys } from './generations/withdrawn-keys.ts'
import { endedGenerationLifetimeMs, usageLifetimeMs, withdrawnKeyLifetimeMs } from './lifetimes.ts'
import { dayOf, deleteEndedDays } from './limits/limits.ts'
import { places } from './limits/places.ts'
import {
  deleteMissingCapability,
  listMissingModels,
  listServedModels,
  recordMissingCapability,
} from './providers/models-store.ts'
import {
  deleteReferences,
  listExpiredReferences,
  referenceKey,
} from './references/references-store.ts'
import { settingsOf } from './settings.ts'

const retryModelsBeforeMs = 10 * 60 * 1000
/** Each start is a request to an object. A page that waits starts its own run, too. */
const runsPerSweep = 500

export async function sweep(env: Bindings): Promise<Record<string, number>> {
  return {
    restarted: await restartStalled(env),
    models: await retryMissingModels(env),
    references: await sweepInPieces((limit) => deleteExpiredReferences(env, limit)),
    generations: await deleteEndedGenerations(env.DB, isoDate(-endedGenerationLifetimeMs)),
    places: await places.sweep(env.DB),
    erasures: await deleteErasures(env.DB),
    limits: await deleteEndedDays(env.DB, dayOf(isoDate())),
    withdrawn: await deleteWithdrawnKeys(env.DB, isoDate(-withdrawnKeyLifetimeMs)),
    days: await deleteUsage(env.DB, dayOf(isoDate(-usageLifetimeMs))),
  }
}

async function restartStalled(env: Bindings): Promise<number> {
  const stalled = await listStalledGenerations(env.DB, runsPerSweep)
  const started = await Promise.allSettled(
    stalled.map(async (run) => runOf(env, run).start(run.id)),
  )
  for (const result of started) {
    if (result.status === 'rejected') logError(result.reason)
  }
  return started.filter(({ status }) => status === 'fulfilled').length
}

/**
 * Asks the provider for missing models before a generation tries them again, so that no member
 * waits for the refusal.
 */
async function retryMissingModels(env: Bindings): Promise<number> {
  const missing = (await listMissingModels(env, retryModelsBeforeMs)).filter((model) =>
    settingsOf(env).models.includes(model),
  )
  if (missing.length === 0) return 0
  try {
    const served = await listServedModels(env)
    for (const model of missing) {
      if (served.some(({ id }) => id === model)) await deleteMissingCapability(env, model, 'model')
      else await recordMissingCapability(env, model, 'model')
    }
  } catch (error) {
    // The next generation tries the models instead.
    logError(error, { check: 'models' })
  }
  return missing.length
}

async function deleteExpiredReferences(
  { DB, REFERENCES }: Bindings,
  limit: number,
): Promise<number> {
  const expired = await listExpiredReferences(DB, limit)
  if (expired.length === 0) return 0
  // Deletes files first: the next sweep finds a row without a file, but no file without a row.
  await REFERENCES.delete(expired.map(({ ownerKey, id }) => referenceKey(ownerKey, id)))
  const ids = expired.map(({ id }) => id)
  await deleteReferences(DB, ids)
  return expired.length
}
