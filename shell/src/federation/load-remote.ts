import type { ManifestRemote } from '@encre/protocol/page-manifest'
import { reportError } from '../report-error.ts'
import { reportFailure } from './health-reports.ts'
import type { LoadedRemote } from './runtime.ts'
import { ensureStylesheets, hasStylesheets } from './stylesheets.ts'

// Which version of a remote this page runs: the current one, else the previous one.
// `use-remote.ts` shows it and tries again; the waits are `shell/src/load-retries.ts`.

interface Load {
  result: Promise<LoadedRemote>
  loaded: LoadedRemote | null
}

/**
 * By the `global` of the version that was asked for: going to another page and back needs no
 * request.
 */
const loads = new Map<string, Load>()

/**
 * Loads a remote: its current version, else its previous one. Callers share one load. Rejects when
 * no version loads; the next call tries again.
 */
export function loadRemote(remote: ManifestRemote): Promise<LoadedRemote> {
  const key = remote.current.global
  const known = loads.get(key)
  if (known && (!known.loaded || hasStylesheets(known.loaded.version))) return known.result
  // The stylesheets left when another version replaced this one. A version that comes back needs
  // them again.
  const replacement = known?.loaded && known.loaded.version.global !== key ? known.loaded : null
  const result = replacement
    ? ensureStylesheets(replacement.version).then(() => replacement)
    : loadEither(remote)
  const load: Load = { result, loaded: null }
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

/**
 * Loads the previous version in place of a current one that threw while it rendered. From now on
 * `loadRemote` resolves to it.
 */
export async function loadPrevious({ current, previous }: ManifestRemote): Promise<LoadedRemote> {
  if (!previous) throw new Error('there is no version to go back to')
  const result = importRuntime().then(({ loadVersion }) => loadVersion(previous))
  const loaded = await result
  loads.set(current.global, { result, loaded })
  return loaded
}

/**
 * Loads the current version, else the previous one. Rejects with the last error when no version
 * loads.
 */
async function loadEither({ current, previous }: ManifestRemote): Promise<LoadedRemote> {
  // Without the federation runtime no version loads, and the failure says nothing about this one.
  const { loadVersion } = await importRuntime()
  try {
    return await loadVersion(current)
  } catch (error) {
    reportError(error)
    reportFailure(current, 'load-failed', error)
    if (!previous) throw new Error('there is no version to go back to', { cause: error })
    return loadVersion(previous)
  }
}

/** A chunk of its own: the first paint does not wait for it. */
function importRuntime(): Promise<typeof import('./runtime.ts')> {
  return import(/* webpackChunkName: "federation" */ './runtime.ts')
}
