import type { DesignPage, ListedDesign } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { reportFailure, useQuery } from '@encre/remote-kit/use-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { listDesigns } from './gallery-api.ts'
import { changeDesigns, type Libraries, type Library, mergeFirstPage, withLibrary } from './library.ts'
import { messages } from './messages.ts'

/** Pages that come by scrolling before a click is wanted, so that the footer can be reached. */
export const mostScrolledPages = 3

const emptyPage: DesignPage = { designs: [], next: null, total: 0 }

/** What a member has loaded, while another page of the site is shown. */
interface Kept {
  memberId: string | undefined
  libraries: Libraries
  hiddenIds: ReadonlySet<string>
}

const nothingKept: Kept = { memberId: undefined, libraries: new Map(), hiddenIds: new Set() }
let kept = nothingKept

/** Forgets what was loaded, as a new tab does. For tests. */
export function forgetLibraries(): void {
  kept = nothingKept
}

/** Shows restored designs again in the lists that are kept. For pages beside the gallery. */
export function showKept(ids: string[]): void {
  kept = { ...kept, hiddenIds: new Set([...kept.hiddenIds].filter((id) => !ids.includes(id))) }
}

/**
 * The member's designs for a filter (its query), page by page. The pages stay loaded while another filter or another page is shown. The
 * first page is read again when the member comes back to it, to the tab, or online, and when the shell shows a notification. Without a
 * member the list is empty.
 */
export function useDesigns(shell: ShellApi, filter: string) {
  const memberId = shell.member?.id
  const [state, setState] = useState<Kept>(() => (kept.memberId === memberId ? kept : { ...nothingKept, memberId }))
  useEffect(() => {
    kept = state
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
    // The list may have started again meanwhile: then this page does not follow it any more.
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
    /** Designs that the member has deleted, which the lists may still hold. */
    hiddenIds: state.hiddenIds,
    hide: (ids: string[]) => setState((before) => ({ ...before, hiddenIds: new Set([...before.hiddenIds, ...ids]) })),
    unhide: (ids: string[]) =>
      setState((before) => ({ ...before, hiddenIds: new Set([...before.hiddenIds].filter((id) => !ids.includes(id))) })),
    change: (change: (design: ListedDesign) => ListedDesign) => setLibraries((libraries) => changeDesigns(libraries, change)),
    showMore,
    retry: query.retry,
    reload: query.reload,
  }
}
