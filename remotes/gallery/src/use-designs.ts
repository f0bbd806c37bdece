import type { Design } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { isSessionOver, listDesigns, problemCode } from './gallery-api.ts'
import { countMessage, messages } from './messages.ts'

export type Library =
  | { status: 'loading' }
  | { status: 'failed'; code: string }
  | { status: 'loaded'; designs: Design[]; next: string | null; more: { status: 'idle' | 'loading' } | { status: 'failed'; code: string } }

/** The member's designs of one style, or of all (null). Without a member the list is empty. */
export function useDesigns(shell: ShellApi, style: string | null) {
  const [library, setLibrary] = useState<Library>({ status: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const memberId = shell.member?.id

  const load = useEffectEvent(async (signal: AbortSignal) => {
    if (!memberId) return setLibrary({ status: 'loaded', designs: [], next: null, more: { status: 'idle' } })
    setLibrary({ status: 'loading' })
    try {
      const page = await listDesigns(shell, { style, cursor: null }, signal)
      if (signal.aborted) return
      setLibrary({ status: 'loaded', ...page, more: { status: 'idle' } })
      shell.announce(countMessage(page.designs.length, page.next !== null))
    } catch (error) {
      if (!signal.aborted) handleFailure(error, (code) => setLibrary({ status: 'failed', code }))
    }
  })

  useEffect(() => {
    const controller = new AbortController()
    void load(controller.signal)
    return () => controller.abort()
  }, [memberId, style, attempt])

  function handleFailure(error: unknown, show: (code: string) => void) {
    if (isSessionOver(error)) return shell.signIn(shell.path)
    const code = problemCode(error)
    if (code === 'internal') shell.report(new Error(messages.loadFailed, { cause: error }))
    show(code)
  }

  /** Appends the following page. Answers its first design once it is on the page, null when there is none. */
  async function showMore(): Promise<Design | null> {
    if (library.status !== 'loaded' || library.next === null || library.more.status === 'loading') return null
    const cursor = library.next
    // The member may have changed the filter in the meantime: another list takes nothing from this one.
    const update = (change: (list: Library & { status: 'loaded' }) => Library) =>
      setLibrary((current) => (current.status === 'loaded' && current.next === cursor ? change(current) : current))

    update((list) => ({ ...list, more: { status: 'loading' } }))
    try {
      const page = await listDesigns(shell, { style, cursor })
      flushSync(() =>
        update((list) => ({ ...list, designs: [...list.designs, ...page.designs], next: page.next, more: { status: 'idle' } })),
      )
      return page.designs[0] ?? null
    } catch (error) {
      handleFailure(error, (code) => update((list) => ({ ...list, more: { status: 'failed', code } })))
      return null
    }
  }

  return { library, showMore, retry: () => setAttempt((count) => count + 1) }
}
