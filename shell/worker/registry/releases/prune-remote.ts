import { deleteFiles, eachObject } from '../files/bucket-files.ts'
import { remoteMapsPrefix, remotePrefix } from '../files/keys.ts'
import { deleteOldReleases, listVersionNames } from './releases-store.ts'

/** Milliseconds after which an unregistered upload counts as abandoned. */
const abandonedAfterMs = 86_400_000

/** Deletes old versions of a remote. Deletes rows first: no page loads files without a row, but a row without files breaks pages. */
export async function pruneRemote(env: Env, remote: string, keep: number): Promise<string[]> {
  const versions = await deleteOldReleases(env.DB, remote, keep)
  const registered = new Set(await listVersionNames(env.DB, remote))
  const keys: string[] = []
  for (const prefix of [remotePrefix(remote), remoteMapsPrefix(remote)]) {
    for await (const { key, uploaded } of eachObject(env.RELEASES, prefix)) {
      const version = key.slice(prefix.length).split('/')[0] ?? ''
      const isUnused = versions.includes(version) || Date.now() - uploaded.getTime() > abandonedAfterMs
      if (!registered.has(version) && isUnused) keys.push(key)
    }
  }
  await deleteFiles(env.RELEASES, keys)
  return versions
}
