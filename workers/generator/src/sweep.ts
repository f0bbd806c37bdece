import { logError } from '@encre/worker/log'
import type { Bindings } from './bindings.ts'
import {
  deleteEndedGenerations,
  deleteUsage,
  listStalledGenerations,
} from './generations/generations-cleanup.ts'
import { deleteWithdrawnKeys } from './generations/withdrawn-keys.ts'
import {
  endedGenerationLifetimeMs,
  tokenLifetimeMs,
  usageLifetimeMs,
  withdrawnKeyLifetimeMs,
} from './lifetimes.ts'
import { dayOf, deleteEndedDays, deleteErasures } from './limits/limits.ts'
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
const batch = 100

export async function sweep(env: Bindings): Promise<Record<string, number>> {
  return {
    restarted: await restartStalled(env),
    models: await retryMissingModels(env),
    references: await deleteExpiredReferences(env),
    generations: await deleteEndedGenerations(
      env.DB,
      new Date(Date.now() - endedGenerationLifetimeMs),
      batch,
    ),
    places: await places.sweep(env.DB),
    erasures: await deleteErasures(env.DB, new Date(Date.now() - tokenLifetimeMs)),
    limits: await deleteEndedDays(env.DB, dayOf(new Date().toISOString())),
    withdrawn: await deleteWithdrawnKeys(env.DB, new Date(Date.now() - withdrawnKeyLifetimeMs)),
    days: await deleteUsage(env.DB, dayOf(new Date(Date.now() - usageLifetimeMs).toISOString())),
  }
}

async function restartStalled({ DB, RUNS }: Bindings): Promise<number> {
  const ids = await listStalledGenerations(DB, batch)
  const started = await Promise.allSettled(ids.map((id) => RUNS.getByName(id).start(id)))
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

async function deleteExpiredReferences({ DB, REFERENCES }: Bindings): Promise<number> {
  const expired = await listExpiredReferences(DB, batch)
  if (expired.length === 0) return 0
  // Deletes files first: the next sweep finds a row without a file, but no file without a row.
  await REFERENCES.delete(expired.map(({ ownerKey, id }) => referenceKey(ownerKey, id)))
  const ids = expired.map(({ id }) => id)
  await deleteReferences(DB, ids)
  return expired.length
}
