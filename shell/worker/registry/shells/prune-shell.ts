import { daysAgo } from '../../days-ago.ts'
import { deleteFiles, eachObject } from '../files/bucket-files.ts'
import { shellMapsPrefix, shellPrefix } from '../files/keys.ts'
import { deleteOldShells, hasShellsSince, listNeededFiles } from './shells-store.ts'

/** Days that a page may stay open and still find the files of its shell. */
export const openDays = 30

/**
 * Deletes old shells and the files that no other shell needs. Files without a shell come from an interrupted upload, or are older than the
 * `shells` table. They are deleted once no open page can need them.
 */
export async function pruneShell(env: Env, keep: number): Promise<string[]> {
  const date = daysAgo(openDays)
  const isComplete = await hasShellsSince(env.DB, date)
  const deleted = await deleteOldShells(env.DB, keep, date)
  const unneeded = new Set(deleted.flatMap(({ files }) => files))
  const needed = new Set(await listNeededFiles(env.DB))
  const keys: string[] = []
  for (const prefix of [shellPrefix, shellMapsPrefix]) {
    for await (const { key, uploaded } of eachObject(env.RELEASES, prefix)) {
      const path = key.slice(prefix.length).replace(/\.map$/, '')
      const isUnused = unneeded.has(path) || (isComplete && uploaded < date)
      if (!needed.has(path) && isUnused) keys.push(key)
    }
  }
  await deleteFiles(env.RELEASES, keys)
  return deleted.map(({ version }) => version)
}
