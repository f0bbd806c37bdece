import { useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus in a card that moved to another group: React makes a new element of it. Give the ref to the element around all groups.
 */
export function useMovedFocus() {
  const sheet = useRef<HTMLDivElement>(null)
  const focused = useRef<{ element: Element; cardId: string } | null>(null)

  useLayoutEffect(() => {
    const element = sheet.current
    const controller = new AbortController()
    element?.addEventListener(
      'focusin',
      ({ target }) => {
        const card = target instanceof Element ? target.closest('article') : null
        focused.current = target instanceof Element && card ? { element: target, cardId: card.id } : null
      },
      { signal: controller.signal },
    )
    return () => controller.abort()
  }, [])

  useLayoutEffect(() => {
    const lost = focused.current
    if (!lost || lost.element.isConnected || document.activeElement !== document.body) return
    document.getElementById(lost.cardId)?.focus({ preventScroll: true })
  })
  return sheet
}
