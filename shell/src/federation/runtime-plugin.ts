import { type ModuleFederationRuntimePlugin, registerPlugins } from '@module-federation/enhanced/runtime'

/** What the federation runtime must know of an entry before it asks for it: address -> integrity. */
const integrities = new Map<string, string>()

const entryTimeout = 4500

const entryPlugin: ModuleFederationRuntimePlugin = {
  name: 'encre-entries',
  // In the place of the library's own loaders, which are left out of the build.
  loadEntry: ({ remoteInfo }) => loadEntry(remoteInfo.entry, remoteInfo.entryGlobalName),
}

let registered = false

export function expectEntry(url: string, integrity: string | undefined): void {
  if (!registered) registerPlugins([entryPlugin])
  registered = true
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
