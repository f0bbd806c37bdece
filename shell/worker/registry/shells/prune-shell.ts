import { deleteFiles, eachObject } from '../files/bucket-files.ts'
import { shellPrefix } from '../files/keys.ts'
import { deleteOldShells, knowsShellsSince, listNeededFiles } from './shells-store.ts'

/** Days for which a page may stay open and still find the files of its shell. */
export const openDays = 30

/**
 * Forgets old shells and the files that no other needs. A file of no shell was given up by its upload, or is older than this record: it
 * goes when no page that is open can need it.
 */
export async function pruneShell(env: Env, keep: number): Promise<string[]> {
  const date = new Date(Date.now() - openDays * 86_400_000)
  const isComplete = await knowsShellsSince(env.DB, date)
  const forgotten = await deleteOldShells(env.DB, keep, date)
  const own = new Set(forgotten.flatMap(({ files }) => files))
  const needed = new Set(await listNeededFiles(env.DB))
  const gone: string[] = []
  for await (const { key, uploaded } of eachObject(env.RELEASES, shellPrefix)) {
    const path = key.slice(shellPrefix.length)
    const isForgotten = own.has(path) || (isComplete && uploaded < date)
    if (!needed.has(path) && isForgotten) gone.push(key)
  }
  await deleteFiles(env.RELEASES, gone)
  return forgotten.map(({ version }) => version)
}
