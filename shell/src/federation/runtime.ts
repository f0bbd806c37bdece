import { type ManifestVersion, shellApiVersions } from '@encre/protocol/page-manifest'
import type { RemoteModule } from '@encre/protocol/shell-api'
import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime-tools/runtime'
import * as core from '@module-federation/runtime-tools/runtime-core'
import { version as reactVersion } from 'react'
import { loadFile } from '../load-file.ts'
import { componentOf, mountWith, type RemoteComponent } from './mounted-remote.tsx'
import { findOtherReact, ownReact, shareReact } from './reacts.ts'
import { ensureStylesheets } from './stylesheets.ts'

// Remotes are built without the core of the federation runtime and find it under this name
// (`externalRuntime`).
Object.assign(globalThis, {
  // A remote's entry offers a constructor to the library's debugger, which looks for its switch in
  // `localStorage`. The first look stops the page for about 2 ms.
  _FEDERATION_RUNTIME_CORE: { ...core, setGlobalFederationConstructor: () => {} },
})

const integrities = new Map<string, string | undefined>()

// A remote resolves what it shares in an instance of its own.
core.registerGlobalPlugins([shareReact])

/** The federation host. It shares React only. */
export const runtime = new core.ModuleFederation({
  name: 'shell',
  remotes: [],
  shareStrategy: 'loaded-first',
  shared: Object.fromEntries(
    Object.entries(ownReact).map(([name, module]) => [
      name,
      { version: reactVersion, lib: () => module },
    ]),
  ),
  // Replaces the library's own loaders, which are not part of the build.
  plugins: [
    {
      name: 'encre-entries',
      loadEntry: ({ remoteInfo }) => loadEntry(remoteInfo.entry, remoteInfo.entryGlobalName),
    },
  ],
})

export interface LoadedRemote {
  version: ManifestVersion
  Remote: RemoteComponent
}

export async function loadVersion(version: ManifestVersion): Promise<LoadedRemote> {
  const { base, entry, global, integrity, shellApi = 1 } = version
  // The page may be older than the release.
  if (!shellApiVersions.includes(shellApi)) throw new Error(`${global} needs ShellApi ${shellApi}`)
  const url = new URL(base + entry, location.origin).href
  integrities.set(url, integrity[entry])
  runtime.registerRemotes([{ name: global, entry: url, entryGlobalName: global, type: 'global' }])
  const module: unknown = await runtime.loadRemote(`${global}/remote`)
  const Remote = readRemote(module, global)
  await ensureStylesheets(version)
  return { version, Remote }
}

function readRemote(module: unknown, global: string): RemoteComponent {
  if (!isRemote(module)) throw new Error(`${global} exposes neither Remote nor mount`)
  if ('mount' in module) return componentOf(module.mount)
  const other = findOtherReact(global)
  return other ? componentOf(mountWith(other, module.Remote)) : module.Remote
}

function isRemote(
  module: unknown,
): module is { Remote: RemoteComponent } | Extract<RemoteModule, { mount: unknown }> {
  if (typeof module !== 'object' || module === null) return false
  if ('mount' in module) return typeof module.mount === 'function'
  return 'Remote' in module && typeof module.Remote === 'function'
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
