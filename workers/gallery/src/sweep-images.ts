import { designIdOf } from './designs-files.ts'
import { finishRemovals, listRemovals, readSweepPosition, startRemovals, writeSweepPosition } from './sweep-store.ts'

const hour = 60 * 60 * 1000
const objectsPerSweep = 500

/**
 * Removes images older than an hour whose design was never saved, or whose deletion was cut short. Reads `batch` objects; the next
 * call goes on where this one stopped, and begins again at the end.
 */
export async function sweepImages({ DB, IMAGES }: Env, batch = objectsPerSweep): Promise<{ imagesRead: number; imagesRemoved: number }> {
  const startAfter = await readSweepPosition(DB)
  const { objects, truncated } = await IMAGES.list({ prefix: 'owners/', limit: batch, ...(startAfter && { startAfter }) })
  const candidates = objects
    .filter(({ uploaded }) => uploaded.getTime() < Date.now() - hour)
    .flatMap(({ key }) => {
      const designId = designIdOf(key)
      return designId === null ? [] : [{ designId, key }]
    })
  await startRemovals(DB, candidates)

  // Also what a run before this one had started and could not finish.
  const removals = await listRemovals(DB, batch)
  if (removals.length > 0) {
    await IMAGES.delete(removals.map(({ key }) => key))
    await finishRemovals(DB, removals)
  }
  await writeSweepPosition(DB, truncated ? (objects.at(-1)?.key ?? '') : '')
  return { imagesRead: objects.length, imagesRemoved: removals.length }
}
