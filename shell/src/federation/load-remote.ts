import type { ManifestRemote, ManifestVersion } from '@encre/protocol/page-manifest'
import type { RemoteModule, ShellApi } from '@encre/protocol/shell-api'
import { TimeoutError, withTimeout } from '@encre/protocol/timeout'
import type { ComponentType } from 'react'
import { reportError } from '../report-error.ts'
import { reportFailure } from './health-reports.ts'
import { ensureStylesheets, hasStylesheets } from './stylesheets.ts'

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

/** `fresh-current` requests the current version again, past the browser's cache. */
type LoadStep = 'current' | 'fresh-current' | 'previous' | 'replacement-stylesheets'
type LoadEvent = 'failed' | 'timed-out'

/** The state machine of a load: for each step and event the next step. A step that succeeds ends the load. */
const transitions: Record<LoadStep, Record<LoadEvent, LoadStep | 'give-up'>> = {
  // The browser queues a second request behind one that hangs: after a timeout, another try would wait as well.
  current: { failed: 'fresh-current', 'timed-out': 'previous' },
  'fresh-current': { failed: 'previous', 'timed-out': 'previous' },
  previous: { failed: 'give-up', 'timed-out': 'give-up' },
  'replacement-stylesheets': { failed: 'give-up', 'timed-out': 'give-up' },
}

export const currentTimeoutMs = 5500
const freshCurrentTimeoutMs = 2000
/** The previous version gets at least this, and all that the steps before it left of `loadTimeoutMs`. */
const previousTimeoutMs = 3000
/** A failure shows within 12 s, the time to render included. */
export const loadTimeoutMs = currentTimeoutMs + freshCurrentTimeoutMs + previousTimeoutMs

interface LoadContext {
  remote: ManifestRemote
  startedAt: number
  /** The version that already replaces the current one; only for `replacement-stylesheets`. */
  replacement?: LoadedRemote
}

/** Runs the state machine from `step`. Rejects with the last error when no version loads. */
async function runLoad(context: LoadContext, step: LoadStep): Promise<LoadedRemote> {
  try {
    return await steps[step](context)
  } catch (error) {
    const next = transitions[step][isTimeout(error) ? 'timed-out' : 'failed']
    if (next === 'give-up') throw error
    reportError(error)
    if (next === 'previous' && isHostLoaded()) reportFailure(context.remote.current, 'load-failed', error)
    return runLoad(context, next)
  }
}

const steps: Record<LoadStep, (context: LoadContext) => Promise<LoadedRemote>> = {
  current: ({ remote: { current } }) => withTimeout(loadVersion(current), currentTimeoutMs, current.global),
  'fresh-current': ({ remote: { current } }) => withTimeout(loadVersion(current, { fresh: true }), freshCurrentTimeoutMs, current.global),
  async previous({ remote: { previous }, startedAt }) {
    if (!previous) throw new Error('there is no version to go back to')
    const left = loadTimeoutMs - (Date.now() - startedAt)
    return withTimeout(loadVersion(previous), Math.max(left, previousTimeoutMs), previous.global)
  },
  async 'replacement-stylesheets'({ replacement }) {
    if (!replacement) throw new Error('no version replaces the current one')
    await withTimeout(ensureStylesheets(replacement.version), currentTimeoutMs, replacement.version.global)
    return replacement
  },
}

/** Rspack gives up on a chunk by itself and says so in the message of its own error. */
function isTimeout(error: unknown): boolean {
  return error instanceof TimeoutError || (error instanceof Error && error.name === 'ChunkLoadError' && /timeout/.test(error.message))
}

export type RemoteComponent = ComponentType<{ shell: ShellApi }>

export interface LoadedRemote {
  version: ManifestVersion
  Remote: RemoteComponent
}

let host: typeof import('./runtime.ts') | null = null
let freshLoads = 0

/** False until the federation runtime has loaded. Without it no version loads, so a failure says nothing about the version. */
function isHostLoaded(): boolean {
  return host !== null
}

// In development the entry must run once: its HMR client updates the modules that failed.
const canRunAgain = process.env.NODE_ENV !== 'development'

/** Loads the code and the stylesheets of one version. `fresh` bypasses the copies that the browser has cached. */
async function loadVersion(version: ManifestVersion, options = { fresh: false }): Promise<LoadedRemote> {
  const fresh = options.fresh && canRunAgain
  const { base, entry, global, integrity } = version
  const url = new URL(`${base}${entry}${fresh ? `?retry=${++freshLoads}` : ''}`, location.origin).href
  if (fresh) await refreshFiles(version)
  // A chunk of its own: the first paint does not wait for it.
  host ??= await import(/* webpackChunkName: "federation" */ './runtime.ts')
  host.expectEntry(url, integrity[entry])
  host.runtime.registerRemotes([{ name: global, entry: url, entryGlobalName: global, type: 'global' }], { force: fresh })
  const module: unknown = await host.runtime.loadRemote(`${global}/remote`)
  if (!hasRemote(module)) throw new Error(`${global} exposes no Remote`)
  await ensureStylesheets(version)
  return { version, Remote: module.Remote }
}

/** Replaces the cached copies of the files whose address cannot change: a damaged copy would stay in the browser's cache for a year. */
async function refreshFiles({ base, scripts, styles }: ManifestVersion): Promise<void> {
  await Promise.allSettled([...scripts, ...styles].map((file) => fetch(base + file, { cache: 'reload' })))
}

function hasRemote(module: unknown): module is RemoteModule & { Remote: RemoteComponent } {
  return typeof module === 'object' && module !== null && 'Remote' in module && typeof module.Remote === 'function'
}
