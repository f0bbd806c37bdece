import type { ManifestRemote } from '@encre/protocol/page-manifest'
import type { LoadedRemote, RemoteComponent } from '../../shell/src/federation/runtime.ts'

// Replaces shell/src/federation/load-remote.ts in the single-page build: the remotes are lazy
// chunks of that build.
const loaded = new Map<string, LoadedRemote>()

export async function loadRemote(remote: ManifestRemote): Promise<LoadedRemote> {
  const module: { Remote: RemoteComponent } = await import(
    /* webpackChunkName: "[request]" */ `../../remotes/${remote.name}/src/remote.tsx`
  )
  const result = { version: remote.current, Remote: module.Remote }
  loaded.set(remote.name, result)
  return result
}

export function findLoaded(remote: ManifestRemote): LoadedRemote | null {
  return loaded.get(remote.name) ?? null
}

export function loadPrevious(): Promise<LoadedRemote> {
  return Promise.reject(new Error('one build has one version'))
}
