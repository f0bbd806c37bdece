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

/** Deletes expired exports. Returns their number. */
export async function deleteExpiredExports(env: Bindings, limit: number): Promise<number> {
  const now = new Date()
  const expired = await listExpiredExports(env.DB, now, limit)
  for (const stored of expired) await deleteFileAndRow(env, stored)
  await deleteExpiredLinks(env.DB, now)
  return expired.length
}

/** Deletes the row last, so that an interrupted deletion is repeated. */
async function deleteFileAndRow({ DB, EXPORT_JOBS }: Bindings, stored: StoredExport): Promise<void> {
  await EXPORT_JOBS.getByName(stored.id).delete(stored.id, stored.memberId)
  await deleteExport(DB, stored)
}
