import type { ManifestVersion } from '@encre/protocol/page-manifest'
import type { RemoteModule, ShellApi } from '@encre/protocol/shell-api'
import {
  createInstance,
  type ModuleFederationRuntimePlugin,
} from '@module-federation/runtime-tools/runtime'
import * as core from '@module-federation/runtime-tools/runtime-core'
import type { ComponentType } from 'react'
import * as react from 'react'
import * as jsxDevRuntime from 'react/jsx-dev-runtime'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as reactDomClient from 'react-dom/client'
import { loadFile } from '../load-file.ts'
import { ensureStylesheets } from './stylesheets.ts'

// Remotes are built without the core of the federation runtime and find it under this name
// (`externalRuntime`).
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core })

const integrities = new Map<string, string | undefined>()

/**
 * The federation host. It shares the page's own copy of React only, which is loaded before any
 * remote.
 */
export const runtime = createInstance({
  name: 'shell',
  remotes: [],
  shareStrategy: 'loaded-first',
  shared: {
    react: share(react),
    'react/jsx-runtime': share(jsxRuntime),
    // For remotes with HMR. It is almost empty in a production build.
    'react/jsx-dev-runtime': share(jsxDevRuntime),
    'react-dom': share(reactDom),
    'react-dom/client': share(reactDomClient),
  },
  // Replaces the library's own loaders, which are not part of the build.
  plugins: [
    {
      name: 'encre-entries',
      loadEntry: ({ remoteInfo }) => loadEntry(remoteInfo.entry, remoteInfo.entryGlobalName),
    },
  ],
})

function share(module: object) {
  return { version: react.version, lib: () => module }
}

export type RemoteComponent = ComponentType<{ shell: ShellApi }>

export interface LoadedRemote {
  version: ManifestVersion
  Remote: RemoteComponent
}

export async function loadVersion(version: ManifestVersion): Promise<LoadedRemote> {
  const { base, entry, global, integrity } = version
  const url = new URL(base + entry, location.origin).href
  integrities.set(url, integrity[entry])
  runtime.registerRemotes([{ name: global, entry: url, entryGlobalName: global, type: 'global' }])
  const module: unknown = await runtime.loadRemote(`${global}/remote`)
  if (!hasRemote(module)) throw new Error(`${global} exposes no Remote`)
  await ensureStylesheets(version)
  return { version, Remote: module.Remote }
}

function hasRemote(module: unknown): module is RemoteModule & { Remote: RemoteComponent } {
  return (
    typeof module === 'object' &&
    module !== null &&
    'Remote' in module &&
    typeof module.Remote === 'function'
  )
}

type Entry = Awaited<ReturnType<NonNullable<ModuleFederationRuntimePlugin['loadEntry']>>>

/**
 * Runs an entry and returns the container that it puts into its global. Throws if the entry does
 * not arrive or throws.
 */
async function loadEntry(url: string, global: string): Promise<Entry> {
  await loadFile(url, integrities.get(url), 'script')
  const entry: Entry = Reflect.get(window, global)
  if (!entry) throw new Error(`the entry ${url} defines no ${global}`)
  return entry
}
