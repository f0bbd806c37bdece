import type { ManifestRemote } from '@encre/protocol/page-manifest'
import type { LoadedRemote } from '../../../../shell/src/federation/runtime.ts'

// Stands in for shell/src/federation/load-remote.ts in the one application.

const loaded = new Map<string, LoadedRemote>()

export async function loadRemote({ name, current }: ManifestRemote): Promise<LoadedRemote> {
  const { Remote }: LoadedRemote = await import(
    /* webpackChunkName: "[request]" */ `../../../../remotes/${name}/src/remote.tsx`
  )
  const result = { version: current, Remote }
  loaded.set(name, result)
  return result
}

export const loadPrevious = loadRemote

export function findLoaded({ name }: ManifestRemote): LoadedRemote | null {
  return loaded.get(name) ?? null
}
