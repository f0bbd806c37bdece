import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime-tools/runtime'
import * as core from '@module-federation/runtime-tools/runtime-core'
import * as react from 'react'
import * as jsxDevRuntime from 'react/jsx-dev-runtime'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as reactDomClient from 'react-dom/client'

// Remotes are built without the runtime's core and find it under this name (`externalRuntime`).
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core })

/** What the federation runtime must know of an entry before it asks for it: address -> integrity. */
const integrities = new Map<string, string>()

const entryTimeout = 4500

/** The host of the remotes. Only the page's own copy of React is shared, which is there before any remote. */
export const runtime = createInstance({
  name: 'shell',
  remotes: [],
  shareStrategy: 'loaded-first',
  shared: {
    react: share(react),
    'react/jsx-runtime': share(jsxRuntime),
    // For live remotes; a production build has next to nothing in it.
    'react/jsx-dev-runtime': share(jsxDevRuntime),
    'react-dom': share(reactDom),
    'react-dom/client': share(reactDomClient),
  },
  // In the place of the library's own loaders, which are left out of the build.
  plugins: [{ name: 'encre-entries', loadEntry: ({ remoteInfo }) => loadEntry(remoteInfo.entry, remoteInfo.entryGlobalName) }],
})

function share(module: object) {
  return { version: react.version, lib: () => module }
}

export function expectEntry(url: string, integrity: string | undefined): void {
  if (integrity) integrities.set(url, integrity)
}

type Entry = Awaited<ReturnType<NonNullable<ModuleFederationRuntimePlugin['loadEntry']>>>

/** The container that the entry leaves in its global. One that throws while it runs leaves none. */
export async function loadEntry(url: string, global: string): Promise<Entry> {
  const script = document.createElement('script')
  // The attributes are those of the preload link: any other and the file would be fetched twice.
  script.src = url
  script.async = true
  script.crossOrigin = 'anonymous'
  const integrity = integrities.get(url)
  if (integrity) script.integrity = integrity
  const ran = Promise.withResolvers<void>()
  const timer = setTimeout(() => ran.reject(new Error(`the entry ${url} timed out`)), entryTimeout)
  script.addEventListener('load', () => ran.resolve())
  script.addEventListener('error', () => ran.reject(new Error(`the entry ${url} did not load`)))
  document.head.append(script)
  try {
    await ran.promise
  } finally {
    clearTimeout(timer)
    script.remove()
  }
  const entry: Entry = Reflect.get(window, global)
  if (!entry) throw new Error(`the entry ${url} defines no ${global}`)
  return entry
}
