import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime-tools/runtime'
import * as core from '@module-federation/runtime-tools/runtime-core'
import * as react from 'react'
import * as jsxDevRuntime from 'react/jsx-dev-runtime'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as reactDomClient from 'react-dom/client'
import { loadFile } from '../load-file.ts'

// Remotes are built without the core of the federation runtime and find it under this name (`externalRuntime`).
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core })

/** The integrity of each entry, by its URL. */
const integrities = new Map<string, string>()

/** The federation host. It shares the page's own copy of React only, which is loaded before any remote. */
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
  plugins: [{ name: 'encre-entries', loadEntry: ({ remoteInfo }) => loadEntry(remoteInfo.entry, remoteInfo.entryGlobalName) }],
})

function share(module: object) {
  return { version: react.version, lib: () => module }
}

export function expectEntry(url: string, integrity: string | undefined): void {
  if (integrity) integrities.set(url, integrity)
}

type Entry = Awaited<ReturnType<NonNullable<ModuleFederationRuntimePlugin['loadEntry']>>>

/** Runs an entry and returns the container that it puts into its global. Throws if the entry does not arrive or throws. */
export async function loadEntry(url: string, global: string): Promise<Entry> {
  await loadFile(url, integrities.get(url), 'script')
  const entry: Entry = Reflect.get(window, global)
  if (!entry) throw new Error(`the entry ${url} defines no ${global}`)
  return entry
}
