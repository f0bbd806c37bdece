import {
  type AnsweredDesign,
  type DesignPage,
  type ListedDesign,
  listDesigns,
} from '@encre/gallery-worker/contract'
import { artistPath } from '@encre/protocol/links'
import type { ShellApi } from '@encre/protocol/shell-api'
import { call } from '@encre/remote-kit/call'
import { reportFailure, useQuery } from '@encre/remote-kit/use-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { messages } from '../messages.ts'
import { useReadAgain } from '../use-read-again.ts'
import {
  type Change,
  changeEnd,
  type DesignList,
  type GalleryState,
  openState,
  readFirstPage,
  unhide,
  withNextPage,
} from './gallery-state.ts'

let cached = openState(undefined)

/** Starts without a cache, as a new tab does. For tests. */
export function clearCachedDesigns(): void {
  cached = openState(undefined)
}

/** A design that the gallery has shown to this member, or null. */
export function findListedDesign(
  memberId: string | undefined,
  designId: string,
): ListedDesign | null {
  if (cached.memberId !== memberId) return null
  const designs = [...cached.lists.values()].flatMap((list) => list.designs)
  return designs.find(({ id }) => id === designId) ?? null
}

/**
 * Shows restored designs again when the gallery comes back. For pages that restore while the
 * gallery is not shown.
 */
export function unhideCachedDesigns(ids: string[]): void {
  cached = unhide(ids)(cached)
}

/**
 * The state of the gallery's page. Designs and selection stay while another page of the site is
 * shown; notices end with the page.
 */
export function useGalleryState(
  memberId: string | undefined,
): [GalleryState, (change: Change) => void] {
  const [state, change] = useState<GalleryState>(() => {
    const { lists, hiddenIds, selectedIds } =
      cached.memberId === memberId ? cached : openState(memberId)
    return { ...openState(memberId), lists, hiddenIds, selectedIds }
  })
  useEffect(() => {
    cached = state
  }, [state])
  return [state, change]
}

/**
 * Answers that the member has been told about. A notification makes the gallery read its first page
 * again.
 */
const told = new Set<string>()

function tellAnswers(shell: ShellApi, answered: readonly AnsweredDesign[]): void {
  for (const { designId, subject, newestId } of answered) {
    if (told.has(newestId)) continue
    told.add(newestId)
    shell.notify(messages.answered(subject), artistPath(designId))
  }
}

/** `cursor`: the `next` of the page before. */
function queryOf(filter: string, cursor?: string): URLSearchParams {
  const query = new URLSearchParams(filter)
  if (cursor) query.set('cursor', cursor)
  return query
}

/**
 * Reads the member's designs for a filter (its query), page by page. Loaded pages stay while the
 * member looks at another filter or at another page of the site. The first page is read again when
 * the member comes back to it, to the tab, or online, and when the shell shows a notification.
 * Without a member the list is empty.
 */
export function useDesigns(
  shell: ShellApi,
  filter: string,
  list: DesignList | null,
  change: (change: Change) => void,
) {
  const memberId = shell.member?.id
  const query = useQuery<DesignPage>(shell, {
    key: `${memberId} ${filter}`,
    read: async (signal) =>
      memberId
        ? call(shell, listDesigns, { query: queryOf(filter), signal, prefetched: true })
        : { designs: [], next: null, total: 0 },
    failureMessage: messages.loadFailed,
    onLoad: (page) => {
      change(readFirstPage(filter, page))
      tellAnswers(shell, page.answered ?? [])
    },
  })
  const firstPage: { status: 'loading' | 'loaded' } | { status: 'failed'; code: string } =
    list || query.state.status === 'loaded' ? { status: 'loaded' } : query.state

  useReadAgain(query, shell.notifications)

  /**
   * Appends the following page. Resolves to its first design once it is on the page, or to null.
   */
  async function showMore({ byScrolling = false } = {}): Promise<ListedDesign | null> {
    if (!list || list.next === null || list.more.status === 'loading') return null
    const cursor = list.next
    change(changeEnd(filter, cursor, () => ({ more: { status: 'loading' } })))
    try {
      const query = queryOf(filter, cursor)
      const page = await call(shell, listDesigns, { query })
      flushSync(() =>
        change(changeEnd(filter, cursor, (current) => withNextPage(current, page, byScrolling))),
      )
      return page.designs[0] ?? null
    } catch (error) {
      const code = reportFailure(shell, error, messages.loadFailed)
      change(
        changeEnd(filter, cursor, () => ({
          more: code === null ? { status: 'idle' } : { status: 'failed', code },
        })),
      )
      return null
    }
  }

  return { firstPage, showMore, retry: query.retry, reload: query.reload }
}
