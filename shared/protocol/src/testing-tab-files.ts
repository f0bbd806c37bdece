import { vi } from 'vitest'

/** A browser without files. Its tabs have a storage each, and one of them runs. */
export function stubTabFiles() {
  const files = new Map<string, Map<string, Blob>>()
  const locks: { name: string; tab: object }[] = []
  let running: object = {}

  vi.stubGlobal('caches', {
    keys: async () => [...files.keys()],
    delete: async (name: string) => files.delete(name),
    open: async (name: string) => {
      const entries = files.get(name) ?? new Map<string, Blob>()
      files.set(name, entries)
      return {
        put: async (path: string, response: Response) =>
          void entries.set(path, await response.blob()),
        match: async (path: string) => {
          const entry = entries.get(path)
          return entry && new Response(entry)
        },
      }
    },
  })
  const value = {
    query: async () => ({ held: locks }),
    request: async (name: string, _options: unknown, hold: () => Promise<unknown>) => {
      locks.push({ name, tab: running })
      await hold()
    },
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value })

  /** Ends the page of a tab, and with it its locks. */
  function leave(tab: object) {
    locks.splice(0, Infinity, ...locks.filter((lock) => lock.tab !== tab))
  }
  function openTab() {
    const texts = new Map<string, string>()
    const tab = {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => void texts.set(key, text),
      removeItem: (key: string) => void texts.delete(key),
      clear: () => texts.clear(),
    }
    const run = () => {
      running = tab
      vi.stubGlobal('sessionStorage', tab)
    }
    run()
    return { run, leave: () => leave(tab) }
  }
  return { names: () => [...files.keys()], openTab }
}
