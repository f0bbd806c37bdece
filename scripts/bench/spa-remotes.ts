import type { ManifestRemote } from '@encre/protocol/page-manifest'
import type { LoadedRemote, RemoteComponent } from '../../shell/src/federation/load-version.ts'

// The single-page build has this file in the place of shell/src/federation/load-remote.ts: the same remotes as lazy chunks of one build.
const remotes: Record<string, () => Promise<{ Remote: RemoteComponent }>> = {
  generator: () => import(/* webpackChunkName: "generator" */ '../../remotes/generator/src/remote.tsx'),
  gallery: () => import(/* webpackChunkName: "gallery" */ '../../remotes/gallery/src/remote.tsx'),
  account: () => import(/* webpackChunkName: "account" */ '../../remotes/account/src/remote.tsx'),
}
const loaded = new Map<string, LoadedRemote>()

export async function loadRemote(remote: ManifestRemote): Promise<LoadedRemote> {
  const load = remotes[remote.name]
  if (!load) throw new Error(`no remote ${remote.name}`)
  const result = { version: remote.current, Remote: (await load()).Remote }
  loaded.set(remote.name, result)
  return result
}

export function findLoaded(remote: ManifestRemote): LoadedRemote | null {
  return loaded.get(remote.name) ?? null
}

export function loadPrevious(): Promise<LoadedRemote> {
  return Promise.reject(new Error('one build has one version'))
}
