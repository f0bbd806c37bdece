import type { ManifestVersion } from '@encre/protocol/page-manifest'
import type { RemoteModule, ShellApi } from '@encre/protocol/shell-api'
import type { ComponentType } from 'react'
import { ensureStylesheets } from './stylesheets.ts'

export type RemoteComponent = ComponentType<{ shell: ShellApi }>

export interface LoadedRemote {
  version: ManifestVersion
  Remote: RemoteComponent
}

let host: typeof import('./runtime.ts') | null = null
let freshLoads = 0

/** False until the federation runtime has loaded. Without it no version loads, so a failure says nothing about the version. */
export function isHostLoaded(): boolean {
  return host !== null
}

// In development the entry must run once: its HMR client updates the modules that failed.
const canRunAgain = process.env.NODE_ENV !== 'development'

/** Loads the code and the stylesheets of one version. `fresh` bypasses the copies that the browser has cached. */
export async function loadVersion(version: ManifestVersion, options = { fresh: false }): Promise<LoadedRemote> {
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
