import { logError } from '@encre/worker/log'
import { ownerKey } from '@encre/worker/owner-key'
import type { Bindings } from '../bindings.ts'
import { exportPrefix } from './export-key.ts'
import { deleteExpiredLinks, deleteExport, findAnyExport, listExpiredExports, type StoredExport } from './exports-store.ts'

/** Deletes a member's export, finished or not. */
export async function eraseExports(env: Bindings, memberId: string): Promise<void> {
  const stored = await findAnyExport(env.DB, memberId)
  if (stored) await deleteFileAndRow(env, stored)
  const { objects } = await env.EXPORTS.list({ prefix: exportPrefix(await ownerKey(memberId)) })
  if (objects.length > 0) await env.EXPORTS.delete(objects.map(({ key }) => key))
}

/** Deletes a member's export if it has expired and the sweep has not deleted it yet. */
export async function deleteExpiredExport(env: Bindings, memberId: string): Promise<void> {
  const stored = await findAnyExport(env.DB, memberId)
  if (stored && Date.parse(stored.expiresAt) <= Date.now()) await deleteFileAndRow(env, stored)
}

/** Deletes expired exports. Returns how many. One that fails waits for the next sweep and leaves the others as they are. */
export async function deleteExpiredExports(env: Bindings, limit: number): Promise<number> {
  const now = new Date()
  let deleted = 0
  for (const stored of await listExpiredExports(env.DB, now, limit)) {
    try {
      await deleteFileAndRow(env, stored)
      deleted += 1
    } catch (error) {
      logError(error, { ownerKey: await ownerKey(stored.memberId), exportId: stored.id })
    }
  }
  await deleteExpiredLinks(env.DB, now)
  return deleted
}

/** Deletes the row last, so that an interrupted deletion is repeated. */
async function deleteFileAndRow({ DB, EXPORT_JOBS }: Bindings, stored: StoredExport): Promise<void> {
  await EXPORT_JOBS.getByName(stored.id).delete(stored.id, stored.memberId)
  await deleteExport(DB, stored)
}
