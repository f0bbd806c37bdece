import { parseKey } from './designs-files.ts'
import { finishRemovals, listRemovals, readSweepPosition, startRemovals, writeSweepPosition } from './sweep-store.ts'

/** A younger image may belong to a design that is being saved. */
export const orphanAfterMs = 60 * 60 * 1000
const objectsPerSweep = 500

/**
 * Deletes images without a design that are older than an hour: their design was never saved, or deleting or restoring it was cut short. Reads
 * `batch` objects per call, continues where the last call stopped, and starts again at the end.
 */
export async function sweepImages({ DB, IMAGES }: Env, batch = objectsPerSweep): Promise<{ imagesRead: number; imagesRemoved: number }> {
  const startAfter = await readSweepPosition(DB)
  const { objects, truncated } = await IMAGES.list({ prefix: 'owners/', limit: batch, ...(startAfter && { startAfter }) })
  const candidates = objects
    .filter(({ uploaded }) => uploaded.getTime() < Date.now() - orphanAfterMs)
    .flatMap(({ key }) => {
      const parsed = parseKey(key)
      return parsed === null ? [] : [{ ...parsed, key }]
    })
  await startRemovals(DB, candidates)

  // Includes the images that an earlier call marked and could not delete.
  const removals = await listRemovals(DB, batch)
  if (removals.length > 0) {
    await IMAGES.delete(removals.map(({ key }) => key))
    await finishRemovals(DB, removals)
  }
  await writeSweepPosition(DB, truncated ? (objects.at(-1)?.key ?? null) : null)
  return { imagesRead: objects.length, imagesRemoved: removals.length }
}
