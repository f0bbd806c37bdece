import { logError } from '@encre/worker/log'
import type { Bindings } from './bindings.ts'
import { listStalledGenerations, removeEndedGenerations, stalledAfter } from './generations/generations-store.ts'
import { configuredModels, forgetMissingModel, listMissingModels, rememberMissingModel } from './providers/models-store.ts'
import { listServedModels } from './providers/served-models.ts'
import { referenceKey } from './references/references-files.ts'
import { deleteReferences, listExpiredReferences } from './references/references-store.ts'

const day = 24 * 60 * 60 * 1000
/** How long support can still look up what became of a generation; as long, its key makes no second one. */
const keepEnded = 30 * day
const askBefore = 10 * 60 * 1000
/** Rows of one kind per minute; what is left is for the next minute. */
const batch = 100

/** This worker's part of the site's cron. */
export async function sweep(env: Bindings): Promise<Record<string, number>> {
  return {
    rearmed: await rearmStalled(env),
    models: await askForMissingModels(env),
    references: await removeExpiredReferences(env),
    generations: await removeEndedGenerations(env.DB, new Date(Date.now() - keepEnded), batch),
    days: await removeOldUsage(env.DB),
  }
}

async function rearmStalled({ DB, RUNS }: Bindings): Promise<number> {
  const ids = await listStalledGenerations(DB, new Date(Date.now() - stalledAfter), batch)
  const started = await Promise.allSettled(ids.map((id) => RUNS.getByName(id).start(id)))
  for (const result of started) if (result.status === 'rejected') logError(result.reason)
  return started.filter(({ status }) => status === 'fulfilled').length
}

/** Asks for models shortly before their day as missing is over, so that no member waits for the same answer again. */
async function askForMissingModels(env: Bindings): Promise<number> {
  const missing = (await listMissingModels(env, askBefore)).filter((model) => configuredModels(env).includes(model))
  if (missing.length === 0) return 0
  try {
    const served = await listServedModels(env)
    for (const model of missing) {
      if (served.some(({ id }) => id === model)) await forgetMissingModel(env, model)
      else await rememberMissingModel(env, model)
    }
  } catch (error) {
    // Then a member asks, tomorrow as yesterday.
    logError(error, { check: 'models' })
  }
  return missing.length
}

async function removeExpiredReferences({ DB, REFERENCES }: Bindings): Promise<number> {
  const expired = await listExpiredReferences(DB, batch)
  if (expired.length === 0) return 0
  // Bytes first: a row that stays behind is swept again, an object without a row would never be.
  await REFERENCES.delete(expired.map(({ ownerKey, id }) => referenceKey(ownerKey, id)))
  await deleteReferences(
    DB,
    expired.map(({ id }) => id),
  )
  return expired.length
}

/** Quotas are per day; a week stays for whoever asks what happened. */
async function removeOldUsage(db: D1Database): Promise<number> {
  const weekAgo = new Date(Date.now() - 7 * day).toISOString().slice(0, 10)
  const { meta } = await db.prepare('delete from usage where day < ?').bind(weekAgo).run()
  return meta.changes
}
