import { sweepInPieces } from '@encre/worker/bounded'
import { deleteErasures } from '@encre/worker/erased-owners'
import { log } from '@encre/worker/log'
import { ownerKey } from '@encre/worker/member'
import { hashNewMembers } from '@encre/worker/member-keys'
import { hourMs, isoDate } from '@encre/worker/moment'
import { findSweepStop } from '@encre/worker/orphans'
import { deleteExpiredArchives } from './archives.ts'
import { deleteExpired, listExpired } from './deleted-store.ts'
import { deletedImageKey, imageKeys, parseKey } from './designs-files.ts'
import { undoPeriodMs } from './lifetimes.ts'
import { sweepLinks } from './links/links-store.ts'
import { sweepReports } from './links/reports.ts'
import { places } from './places.ts'
import {
  deleteOrphans,
  finishRemovals,
  listOrphans,
  listRemovals,
  readSweepPosition,
  readSweepStop,
  recordOrphans,
  startRemovals,
  surveyOrphans,
  writeSweepPosition,
  writeSweepStop,
} from './sweep-store.ts'

// What the gallery deletes each minute: expired designs, images without a design, ended links and
// reports. The site's cron calls it (`shell/worker/maintenance.ts`); how long anything is kept:
// `lifetimes.ts`.

/** The gallery's maintenance, called every minute. Each part does a bounded amount of work. */
export async function sweep(env: Env): Promise<Record<string, number>> {
  await deleteExpiredArchives(env.DB)
  await places.sweep(env.DB)
  await sweepLinks(env.DB)
  await sweepReports(env)
  await deleteErasures(env.DB)
  const membersHashed = await sweepInPieces(
    (limit) => hashNewMembers(env.DB, limit),
    membersPerPiece,
  )
  const designsRemoved = await sweepInPieces((limit) => sweepDeleted(env, limit), designsPerPiece)
  return { membersHashed, designsRemoved, ...(await sweepImages(env)) }
}

const membersPerPiece = 500

/** Allows for an undo at the last moment, and for clocks that differ. */
const marginMs = 5 * 60 * 1000
/** Each has three objects, and R2 deletes a thousand in one call. */
const designsPerPiece = 300

/**
 * Removes the designs whose time to undo is over. Deletes images first: the next sweep finds a row
 * without an image, not the reverse.
 */
async function sweepDeleted({ DB, IMAGES }: Env, limit: number): Promise<number> {
  const expired = await listExpired(DB, isoDate(-undoPeriodMs - marginMs), limit)
  if (expired.length === 0) return 0
  const keys = await Promise.all(
    expired.map(async ({ id, memberId }) => {
      const owner = await ownerKey(memberId)
      return [deletedImageKey(owner, id), ...imageKeys(owner, id)]
    }),
  )
  await IMAGES.delete(keys.flat())
  await deleteExpired(
    DB,
    expired.map(({ id }) => id),
  )
  return expired.length
}

/** A younger image may belong to a design that is being saved. */
export const beingSavedMs = 10 * 60 * 1000

/**
 * An image without a design waits for so long before it is removed, so that the orphans of an hour
 * are counted first.
 */
export const orphanAfterMs = hourMs
/** The most that R2 lists in one call. */
const objectsPerPage = 1000
/** 20,000 objects a minute: 72 million in 60 hours, while 100 generations a second add 12,000. */
const pagesPerSweep = 20

/**
 * Deletes images without a design an hour after it found them: their design was never saved, or
 * deleting or restoring it was cut short. Deletes none once `findSweepStop` says so, until an
 * operator resumes it.
 */
export async function sweepImages(
  env: Env,
  { batch = objectsPerPage, pages = pagesPerSweep } = {},
): Promise<{ imagesRead: number; imagesRemoved: number }> {
  const imagesRead = await sweepInPieces((limit) => findOrphans(env, limit), batch, pages)
  const imagesRemoved = (await mayRemove(env.DB)) ? await removeOrphans(env, batch) : 0
  return { imagesRead, imagesRemoved }
}

/**
 * Reads `batch` objects per call, continues where the last call stopped, and starts again at the
 * end.
 */
async function findOrphans({ DB, IMAGES }: Env, batch: number): Promise<number> {
  const startAfter = await readSweepPosition(DB)
  const { objects, truncated } = await IMAGES.list({
    prefix: 'owners/',
    limit: batch,
    ...(startAfter && { startAfter }),
  })
  const candidates = objects
    .filter(({ uploaded }) => uploaded.getTime() < Date.now() - beingSavedMs)
    .flatMap(({ key, uploaded }) => {
      const parsed = parseKey(key)
      return parsed === null ? [] : [{ ...parsed, key, uploadedAt: uploaded.toISOString() }]
    })
  await recordOrphans(DB, candidates)
  await writeSweepPosition(DB, truncated ? (objects.at(-1)?.key ?? null) : null, objects.length)
  return objects.length
}

async function mayRemove(db: D1Database): Promise<boolean> {
  if ((await readSweepStop(db)) !== null) return false
  const survey = await surveyOrphans(db)
  const stop = findSweepStop(survey)
  if (stop === null) return true
  await writeSweepStop(db, stop)
  log('sweep stopped', {
    worker: 'gallery',
    reason: stop,
    ...survey,
    orphans: survey.orphans.length,
  })
  return false
}

async function removeOrphans({ DB, IMAGES }: Env, batch: number): Promise<number> {
  const keys = await listOrphans(DB, isoDate(-orphanAfterMs), batch)
  const candidates = keys.flatMap((key) => {
    const parsed = parseKey(key)
    return parsed === null ? [] : [{ ...parsed, key }]
  })
  // Their designs may have been saved since.
  await startRemovals(DB, candidates)

  // Includes the images that an earlier call marked and could not delete.
  const removals = await listRemovals(DB, batch)
  if (removals.length > 0) {
    await IMAGES.delete(removals.map(({ key }) => key))
    await finishRemovals(DB, removals)
  }
  await deleteOrphans(DB, keys)
  return removals.length
}
