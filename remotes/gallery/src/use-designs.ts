import type { DesignPage, ListedDesign } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { reportFailure, useQuery } from '@encre/remote-kit/use-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { listDesigns } from './gallery-api.ts'
import { changeDesigns, type Libraries, type Library, mergeFirstPage, withLibrary } from './library.ts'
import { messages } from './messages.ts'

/** Pages that scrolling loads before it takes a click, so that the member can reach the footer. */
export const mostScrolledPages = 3

const emptyPage: DesignPage = { designs: [], next: null, total: 0 }

/** What a member has loaded. It is cached while another page of the site is shown. */
interface LoadedDesigns {
  memberId: string | undefined
  libraries: Libraries
  /** Designs that the member has deleted, which the libraries may still hold. */
  hiddenIds: ReadonlySet<string>
}

const nothingLoaded: LoadedDesigns = { memberId: undefined, libraries: new Map(), hiddenIds: new Set() }
let cached = nothingLoaded

/** Starts without a cache, as a new tab does. For tests. */
export function clearCachedDesigns(): void {
  cached = nothingLoaded
}

/** Shows restored designs again when the gallery comes back. For pages that restore while the gallery is not shown. */
export function unhideCachedDesigns(ids: string[]): void {
  cached = { ...cached, hiddenIds: without(cached.hiddenIds, ids) }
}

/**
 * The member's designs for a filter (its query), page by page. The pages stay loaded while another filter or another page is shown. The
 * first page is read again when the member comes back to it, to the tab, or online, and when the shell shows a notification. Without a
 * member the list is empty.
 */
export function useDesigns(shell: ShellApi, filter: string) {
  const memberId = shell.member?.id
  const [state, setState] = useState<LoadedDesigns>(() => (cached.memberId === memberId ? cached : { ...nothingLoaded, memberId }))
  useEffect(() => {
    cached = state
  }, [state])

  const setLibraries = (change: (libraries: Libraries) => Libraries) =>
    setState((before) => ({ ...before, libraries: change(before.libraries) }))

  const query = useQuery<DesignPage>(shell, {
    key: `${memberId} ${filter}`,
    read: async (signal) => (memberId ? listDesigns(shell, { filter, cursor: null, signal }) : emptyPage),
    failureMessage: messages.loadFailed,
    onLoad: (page) => setLibraries((libraries) => withLibrary(libraries, filter, mergeFirstPage(libraries.get(filter), page))),
  })
  const library = state.libraries.get(filter) ?? null
  const firstPage: { status: 'loading' | 'loaded' } | { status: 'failed'; code: string } =
    library || query.state.status === 'loaded' ? { status: 'loaded' } : query.state

  const readAgain = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return
    if (query.state.status === 'failed') query.retry()
    else if (query.state.status === 'loaded') query.reload()
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('visibilitychange', () => readAgain(), { signal })
    addEventListener('online', () => readAgain(), { signal })
    return () => controller.abort()
  }, [])
  const { notifications } = shell
  useEffect(() => {
    if (notifications) readAgain()
  }, [notifications])

  /** Appends the following page. Resolves to its first design once it is on the page, or to null. */
  async function showMore({ byScrolling = false } = {}): Promise<ListedDesign | null> {
    if (!library || library.next === null || library.more.status === 'loading') return null
    const cursor = library.next
    // The list may have started again meanwhile: then this page no longer follows it.
    const update = (change: (library: Library) => Partial<Library>) =>
      setLibraries((libraries) => {
        const current = libraries.get(filter)
        if (current?.next !== cursor) return libraries
        return new Map(libraries).set(filter, { ...current, ...change(current) })
      })

    update(() => ({ more: { status: 'loading' } }))
    try {
      const page = await listDesigns(shell, { filter, cursor })
      flushSync(() =>
        update((current) => {
          const known = new Set(current.designs.map(({ id }) => id))
          return {
            designs: [...current.designs, ...page.designs.filter(({ id }) => !known.has(id))],
            next: page.next,
            more: { status: 'idle' },
            scrolledPages: byScrolling ? current.scrolledPages + 1 : 0,
          }
        }),
      )
      return page.designs[0] ?? null
    } catch (error) {
      const code = reportFailure(shell, error, messages.loadFailed)
      update(() => ({ more: code === null ? { status: 'idle' } : { status: 'failed', code } }))
      return null
    }
  }

  return {
    firstPage,
    library,
    libraries: state.libraries,
    hiddenIds: state.hiddenIds,
    hide: (ids: string[]) => setState((before) => ({ ...before, hiddenIds: new Set([...before.hiddenIds, ...ids]) })),
    unhide: (ids: string[]) => setState((before) => ({ ...before, hiddenIds: without(before.hiddenIds, ids) })),
    change: (change: (design: ListedDesign) => ListedDesign) => setLibraries((libraries) => changeDesigns(libraries, change)),
    showMore,
    retry: query.retry,
    reload: query.reload,
  }
}

function without(ids: ReadonlySet<string>, removed: string[]): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !removed.includes(id)))
}
