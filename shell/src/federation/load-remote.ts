import type { ManifestRemote, ManifestVersion } from '@encre/protocol/page-manifest'
import type { RemoteModule, ShellApi } from '@encre/protocol/shell-api'
import { TimeoutError, withTimeout } from '@encre/protocol/timeout'
import type { ComponentType } from 'react'
import { reportError } from '../report-error.ts'
import { recordFailure } from './outcomes.ts'
import { ensureStylesheets, hasStylesheets } from './stylesheets.ts'

export type RemoteComponent = ComponentType<{ shell: ShellApi }>

export interface LoadedRemote {
  version: ManifestVersion
  Remote: RemoteComponent
}

/** The member must know within 12 s: the version before gets what the first two tries leave of the whole, or at least the last. */
const firstDeadline = 5500
const retryDeadline = 2000
const previousDeadline = 3000
const wholeDeadline = firstDeadline + retryDeadline + previousDeadline

const loads = new Map<string, Promise<LoadedRemote>>()
const loaded = new Map<string, LoadedRemote>()
const started = new Map<string, number>()
let retries = 0
let host: typeof import('./runtime.ts') | null = null

/**
 * The remote's current version; if it fails, once more from a fresh address; then the version before it. Each load is shared,
 * and kept under the version that was asked for, so that a page goes on to another and back again without a request.
 */
export function loadRemote(remote: ManifestRemote): Promise<LoadedRemote> {
  const key = remote.current.global
  const known = loads.get(key)
  const found = loaded.get(key)
  if (known && (!found || hasStylesheets(found.version))) return known
  // Styles leave with a version that is replaced: one that comes back gets them again, or fails like any other.
  loaded.delete(key)
  started.set(key, Date.now())
  const load = found && found.version.global !== key ? bringStylesheets(found) : loadWithFallback(remote)
  loads.set(key, load)
  load.then(
    (result) => loaded.set(key, result),
    // A failure is not kept: the next one who asks starts anew.
    () => loads.delete(key),
  )
  return load
}

/** What `loadRemote` has already brought and can be shown at once, or null. */
export function findLoaded({ current }: ManifestRemote): LoadedRemote | null {
  const found = loaded.get(current.global)
  return found && hasStylesheets(found.version) ? found : null
}

/** For the version that stands in for the one that was asked for: no other is left. */
async function bringStylesheets(found: LoadedRemote): Promise<LoadedRemote> {
  await withTimeout(ensureStylesheets(found.version), firstDeadline, found.version.global)
  return found
}

/** For a version that loaded and then threw while rendering: the one before it, from now on in its place. */
export async function loadPrevious({ current, previous }: ManifestRemote): Promise<LoadedRemote> {
  if (!previous) throw new Error('there is no version to go back to')
  const left = wholeDeadline - (Date.now() - (started.get(current.global) ?? 0))
  const load = withTimeout(loadVersion(previous), Math.max(left, previousDeadline), previous.global)
  const result = await load
  loads.set(current.global, load)
  loaded.set(current.global, result)
  return result
}

async function loadWithFallback(remote: ManifestRemote): Promise<LoadedRemote> {
  const { current } = remote
  try {
    return await withTimeout(loadVersion(current), firstDeadline, current.global)
  } catch (error) {
    reportError(error)
    try {
      // The browser queues a second request behind one that hangs, so that waiting again would be for nothing.
      if (isHung(error)) throw error
      return await withTimeout(loadVersion(current, ++retries), retryDeadline, current.global)
    } catch (again) {
      if (again !== error) reportError(again)
      // Without its host no version loads, and none is to blame.
      if (host) recordFailure(current, 'load-failed')
      return loadPrevious(remote)
    }
  }
}

function isHung(error: unknown): boolean {
  return error instanceof TimeoutError || (error instanceof Error && error.name === 'ChunkLoadError' && /timeout/.test(error.message))
}

async function loadVersion(version: ManifestVersion, retry = 0): Promise<LoadedRemote> {
  const { base, entry, global, integrity } = version
  const url = new URL(`${base}${entry}${retry ? `?retry=${retry}` : ''}`, location.origin).href
  if (retry) await refreshFiles(version)
  // A chunk of its own: the first paint does not wait for it.
  host ??= await import(/* webpackChunkName: "federation" */ './runtime.ts')
  host.expectEntry(url, integrity[entry])
  host.runtime.registerRemotes([{ name: global, entry: url, entryGlobalName: global, type: 'global' }], { force: retry > 0 })
  const module: unknown = await host.runtime.loadRemote(`${global}/remote`)
  if (!hasRemote(module)) throw new Error(`${global} exposes no Remote`)
  await ensureStylesheets(version)
  return { version, Remote: module.Remote }
}

/** Only the entry can have a fresh address. A damaged copy of the others may sit in the browser's cache for a year. */
async function refreshFiles({ base, scripts, styles }: ManifestVersion): Promise<void> {
  await Promise.allSettled([...scripts, ...styles].map((file) => fetch(base + file, { cache: 'reload' })))
}

function hasRemote(module: unknown): module is RemoteModule & { Remote: RemoteComponent } {
  return typeof module === 'object' && module !== null && 'Remote' in module && typeof module.Remote === 'function'
}
