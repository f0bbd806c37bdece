import { type ModuleFederationRuntimePlugin, registerPlugins } from '@module-federation/enhanced/runtime'

/** What the federation runtime must know of an entry before it asks for it: address -> integrity. */
const integrities = new Map<string, string>()

const entryTimeout = 4500

const entryPlugin: ModuleFederationRuntimePlugin = {
  name: 'encre-entries',
  // The attributes are those of the preload link: any other and the file would be fetched twice.
  createScript({ url }) {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.crossOrigin = 'anonymous'
    const integrity = integrities.get(url)
    if (integrity) script.integrity = integrity
    return { script, timeout: entryTimeout }
  },
}

let registered = false

export function expectEntry(url: string, integrity: string | undefined): void {
  if (!registered) registerPlugins([entryPlugin])
  registered = true
  if (integrity) integrities.set(url, integrity)
}
