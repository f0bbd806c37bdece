import type { Design, DesignPage } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { reportFailure, useQuery } from '@encre/remote-kit/use-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { listDesigns } from './gallery-api.ts'
import { countMessage, messages } from './messages.ts'

export type Library = { status: 'loading' } | { status: 'failed'; code: string } | LoadedLibrary

interface LoadedLibrary {
  status: 'loaded'
  designs: Design[]
  /** The cursor of the following page, or null. */
  next: string | null
  /** The request for the following page. */
  more: { status: 'idle' | 'loading' } | { status: 'failed'; code: string }
}

/** The library after the member asked for more pages, and the first page that it continues. */
interface Continued {
  firstPage: DesignPage
  library: LoadedLibrary
}

const emptyPage: DesignPage = { designs: [], next: null }

/** The member's designs of one style, or of all styles (null). Without a member the list is empty. */
export function useDesigns(shell: ShellApi, style: string | null) {
  const [continued, setContinued] = useState<Continued | null>(null)
  const memberId = shell.member?.id
  const { state, retry } = useQuery<DesignPage>(shell, {
    key: `${memberId} ${style}`,
    read: async (signal) => (memberId ? listDesigns(shell, { style, cursor: null, signal }) : emptyPage),
    failureMessage: messages.loadFailed,
    onLoad: (page) => page !== emptyPage && shell.announce(countMessage(page.designs.length, page.next !== null)),
  })
  const firstPage = state.status === 'loaded' ? state.value : null
  const library: Library =
    state.status !== 'loaded'
      ? state
      : continued?.firstPage === state.value
        ? continued.library
        : { status: 'loaded', ...state.value, more: { status: 'idle' } }

  /** Appends the following page. Resolves to its first design once it is on the page, or to null. */
  async function showMore(): Promise<Design | null> {
    if (!firstPage || library.status !== 'loaded' || library.next === null || library.more.status === 'loading') return null
    const change = (part: Partial<LoadedLibrary>): Continued => ({ firstPage, library: { ...library, ...part } })
    // The member may have changed the filter and continued another list meanwhile: keep that one.
    const update = (part: Partial<LoadedLibrary>) => setContinued((current) => (current?.firstPage === firstPage ? change(part) : current))

    setContinued(change({ more: { status: 'loading' } }))
    try {
      const page = await listDesigns(shell, { style, cursor: library.next })
      flushSync(() => update({ designs: [...library.designs, ...page.designs], next: page.next, more: { status: 'idle' } }))
      return page.designs[0] ?? null
    } catch (error) {
      const code = reportFailure(shell, error, messages.loadFailed)
      update({ more: code === null ? { status: 'idle' } : { status: 'failed', code } })
      return null
    }
  }

  return { library, showMore, retry }
}
