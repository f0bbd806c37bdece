import type { ManifestRemote } from '@encre/protocol/page-manifest'
import { runLoad } from './load-steps.ts'
import type { LoadedRemote } from './load-version.ts'
import { hasStylesheets } from './stylesheets.ts'

interface Load {
  startedAt: number
  result: Promise<LoadedRemote>
  /** Null until `result` resolves. */
  loaded: LoadedRemote | null
}

/** By the `global` of the version that was asked for: going to another page and back needs no request. */
const loads = new Map<string, Load>()

/** Loads a remote: its current version, else its previous one. Callers share one load. Rejects when no version loads; the next call tries again. */
export function loadRemote(remote: ManifestRemote): Promise<LoadedRemote> {
  const key = remote.current.global
  const known = loads.get(key)
  if (known && (!known.loaded || hasStylesheets(known.loaded.version))) return known.result
  const startedAt = Date.now()
  // The stylesheets left when another version replaced this one. A version that comes back needs them again.
  const replacement = known?.loaded && known.loaded.version.global !== key ? known.loaded : null
  const result = replacement
    ? runLoad({ remote, startedAt, replacement }, 'replacement-stylesheets')
    : runLoad({ remote, startedAt }, 'current')
  const load: Load = { startedAt, result, loaded: null }
  loads.set(key, load)
  result.then(
    (loaded) => {
      load.loaded = loaded
    },
    () => loads.delete(key),
  )
  return result
}

/** Returns what `loadRemote` has already loaded and can be shown at once, or null. */
export function findLoaded({ current }: ManifestRemote): LoadedRemote | null {
  const loaded = loads.get(current.global)?.loaded
  return loaded && hasStylesheets(loaded.version) ? loaded : null
}

/** Loads the previous version in place of a current one that threw while it rendered. From now on `loadRemote` resolves to it. */
export async function loadPrevious(remote: ManifestRemote): Promise<LoadedRemote> {
  const key = remote.current.global
  const startedAt = loads.get(key)?.startedAt ?? 0
  const result = runLoad({ remote, startedAt }, 'previous')
  const loaded = await result
  loads.set(key, { startedAt, result, loaded })
  return loaded
}
