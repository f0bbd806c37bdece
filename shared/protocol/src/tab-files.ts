import { readTabText } from './tab-storage.ts'

/**
 * A file that a tab stores over a sign-in has a cache of its own, whose name is this and a random
 * end. The tab stores a text of that name, and its open pages hold a lock of it. Pages of before
 * named every cache so, without an end.
 */
export const tabFilePrefix = 'encre.drawing'

export async function listTabFiles(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(tabFilePrefix))
}

/** Protects a file from the pages of other tabs until this page ends. */
export function holdTabFile(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const hold = () => {
      resolve()
      return new Promise(() => {})
    }
    // Shared with a copy of this tab.
    navigator.locks.request(name, { mode: 'shared' }, hold).catch(reject)
  })
}

/**
 * For the start of a page: deletes the files whose tab was closed, or has left the site. This tab's
 * own stays.
 */
export async function deleteLeftFiles(): Promise<void> {
  const names = await listTabFiles()
  await Promise.all(names.filter((name) => readTabText(name) !== null).map(holdTabFile))
  const { held = [] } = await navigator.locks.query()
  const left = names.filter((name) => !held.some((lock) => lock.name === name))
  await Promise.all(left.map((name) => caches.delete(name)))
}

/** Deletes what a member leaves on the device: the texts of this tab, and the files of every tab. */
export async function clearTab(): Promise<void> {
  try {
    sessionStorage.clear()
    await Promise.all((await listTabFiles()).map((name) => caches.delete(name)))
  } catch {
    // A browser that refuses the storage has stored nothing.
  }
}
