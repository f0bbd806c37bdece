import { useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus, for the whole page. `filter`: the query of the sheet that is shown. A card takes
 * it with its image, or with its checkbox while the member selects.
 */
export function useGalleryFocus(filter: string, isSelecting: boolean) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  const moved = useRef<Element | null>(null)

  const toCard = (designId: string) =>
    document
      .getElementById(cardId(filter, designId))
      ?.querySelector<HTMLElement>(isSelecting ? 'input' : 'a')
      ?.focus()
  const toHeading = () => headingRef.current?.focus({ preventScroll: true })

  return {
    headingRef,
    toCard,
    toHeading,
    /** For a delete: to the card that takes the place of the deleted one, or to the title. */
    afterDelete(designId: string | undefined) {
      if (designId === undefined) headingRef.current?.focus()
      else toCard(designId)
      moved.current = document.activeElement
    },
    beforeReturn() {
      toHeading()
      moved.current = headingRef.current
    },
    /** To a design that came back, unless the member has moved the focus since. */
    toReturned(designId: string) {
      const { activeElement } = document
      if (activeElement === moved.current || activeElement === document.body) toCard(designId)
    },
  }
}

/**
 * Keeps the focus in a card that moved to another group: React makes a new element of it. Give the
 * ref to the element around all groups.
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
        focused.current =
          target instanceof Element && card ? { element: target, cardId: card.id } : null
      },
      { signal: controller.signal },
    )
    return () => controller.abort()
  }, [])

  useLayoutEffect(() => {
    const lost = focused.current
    if (!lost || lost.element.isConnected || document.activeElement !== document.body) return
    const card = document.getElementById(lost.cardId)
    card?.querySelector<HTMLElement>(lost.element.localName)?.focus({ preventScroll: true })
  })
  return sheet
}

export function cardId(filter: string, designId: string): string {
  return `design-${filter && `${encodeURIComponent(filter)}-`}${designId}`
}
