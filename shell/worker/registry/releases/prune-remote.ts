import { deleteFiles, eachObject } from '../files/bucket-files.ts'
import { remotePrefix } from '../files/keys.ts'
import { deleteOldReleases, listVersionNames } from './releases-store.ts'

/** Milliseconds after which an upload that nobody registered was given up. */
const abandonedAfterMs = 86_400_000

/** Forgets old versions of a remote. Rows first: files without a row are never served from a page, a row without files is a broken one. */
export async function pruneRemote(env: Env, remote: string, keep: number): Promise<string[]> {
  const versions = await deleteOldReleases(env.DB, remote, keep)
  const registered = new Set(await listVersionNames(env.DB, remote))
  const prefix = remotePrefix(remote)
  const gone: string[] = []
  for await (const { key, uploaded } of eachObject(env.RELEASES, prefix)) {
    const version = key.slice(prefix.length).split('/')[0] ?? ''
    const isForgotten = versions.includes(version) || Date.now() - uploaded.getTime() > abandonedAfterMs
    if (!registered.has(version) && isForgotten) gone.push(key)
  }
  await deleteFiles(env.RELEASES, gone)
  return versions
}
