import { ownerKey } from '@encre/worker/owner-key'
import { deleteExpired, listExpired } from './deleted-store.ts'
import { deletedImageKey, imageKeys } from './designs-files.ts'
import { undoPeriodMs } from './lifetimes.ts'

/** A member may undo at the last moment, and clocks differ. */
const marginMs = 5 * 60 * 1000
const designsPerSweep = 200

/** Removes the designs whose time to undo is over, images first: a row without an image is found again, an image without a row is not. */
export async function sweepDeleted({ DB, IMAGES }: Env): Promise<{ designsRemoved: number }> {
  const expired = await listExpired(DB, new Date(Date.now() - undoPeriodMs - marginMs), designsPerSweep)
  if (expired.length === 0) return { designsRemoved: 0 }
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
  return { designsRemoved: expired.length }
}
