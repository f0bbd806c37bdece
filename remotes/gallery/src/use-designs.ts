import type { DesignPage, ListedDesign } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { reportFailure, useQuery } from '@encre/remote-kit/use-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { changeDesigns, type DesignList, type DesignLists, mergeFirstPage, withList } from './design-list.ts'
import { listDesigns } from './gallery-api.ts'
import { messages } from './messages.ts'

/** Pages that scrolling loads before it takes a click, so that the member can reach the footer. */
export const mostScrolledPages = 3

const emptyPage: DesignPage = { designs: [], next: null, total: 0 }

/** What a member has loaded. It is cached while another page of the site is shown. */
interface LoadedDesigns {
  memberId: string | undefined
  lists: DesignLists
  /** Designs that the member has deleted, which the lists may still hold. */
  hiddenIds: ReadonlySet<string>
}

const nothingLoaded: LoadedDesigns = { memberId: undefined, lists: new Map(), hiddenIds: new Set() }
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
 * The member's designs for a filter (its query), page by page. Loaded pages stay while the member looks at another filter or at another page
 * of the site. The first page is read again when the member comes back to it, to the tab, or online, and when the shell shows a notification.
 * Without a member the list is empty.
 */
export function useDesigns(shell: ShellApi, filter: string) {
  const memberId = shell.member?.id
  const [state, setState] = useState<LoadedDesigns>(() => (cached.memberId === memberId ? cached : { ...nothingLoaded, memberId }))
  useEffect(() => {
    cached = state
  }, [state])

  const setLists = (change: (lists: DesignLists) => DesignLists) => setState((before) => ({ ...before, lists: change(before.lists) }))

  const query = useQuery<DesignPage>(shell, {
    key: `${memberId} ${filter}`,
    read: async (signal) => (memberId ? listDesigns(shell, { filter, cursor: null, signal }) : emptyPage),
    failureMessage: messages.loadFailed,
    onLoad: (page) => setLists((lists) => withList(lists, filter, mergeFirstPage(lists.get(filter), page))),
  })
  const list = state.lists.get(filter) ?? null
  const firstPage: { status: 'loading' | 'loaded' } | { status: 'failed'; code: string } =
    list || query.state.status === 'loaded' ? { status: 'loaded' } : query.state

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
    if (!list || list.next === null || list.more.status === 'loading') return null
    const cursor = list.next
    // The list may have started again meanwhile: then this page no longer follows it.
    const update = (change: (list: DesignList) => Partial<DesignList>) =>
      setLists((lists) => {
        const current = lists.get(filter)
        if (current?.next !== cursor) return lists
        return new Map(lists).set(filter, { ...current, ...change(current) })
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
    list,
    lists: state.lists,
    hiddenIds: state.hiddenIds,
    hide: (ids: string[]) => setState((before) => ({ ...before, hiddenIds: new Set([...before.hiddenIds, ...ids]) })),
    unhide: (ids: string[]) => setState((before) => ({ ...before, hiddenIds: without(before.hiddenIds, ids) })),
    change: (change: (design: ListedDesign) => ListedDesign) => setLists((lists) => changeDesigns(lists, change)),
    showMore,
    retry: query.retry,
    reload: query.reload,
  }
}

function without(ids: ReadonlySet<string>, removed: string[]): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !removed.includes(id)))
}
