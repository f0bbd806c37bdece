import { useEffect, useRef } from 'react'
import type { StopReason } from './generation/generations-state.ts'

const inPlace: FocusOptions = { preventScroll: true }

/**
 * While a generation is pending the sheet has the focus. After a failure it goes back, unless the
 * member moved on.
 */
export function usePageFocus(pendingCount: number, stop: StopReason | null) {
  const formRef = useRef<HTMLFormElement>(null)
  const titleRef = useRef<HTMLHeadingElement>(null)
  const sheetRef = useRef<HTMLDivElement>(null)
  const focusedOnSubmit = useRef<HTMLElement | null>(null)
  const countBefore = useRef(0)
  const isPending = pendingCount > 0

  const toTitle = () => titleRef.current?.focus(inPlace)
  const toSheet = () => sheetRef.current?.focus(inPlace)
  const toField = (name: string, options?: FocusOptions) =>
    formRef.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus(options)

  // A focused 'Annuler' goes with its generation.
  useEffect(() => {
    const isGone = pendingCount < countBefore.current && document.activeElement === document.body
    countBefore.current = pendingCount
    if (isGone) toSheet()
  }, [pendingCount])

  useEffect(() => {
    const { activeElement } = document
    // A generation that was found running disables the field in which the member types.
    if (
      isPending &&
      activeElement instanceof HTMLElement &&
      activeElement.matches('form :disabled')
    ) {
      focusedOnSubmit.current = activeElement
      toSheet()
    }
    if (!focusedOnSubmit.current) return
    if (isPending) return revealSheet(sheetRef.current)
    if (stop && isFocusLost(sheetRef.current)) {
      focusedOnSubmit.current.focus(inPlace)
      // It is gone, or disabled.
      if (document.activeElement !== focusedOnSubmit.current) toField('description', inPlace)
    }
    focusedOnSubmit.current = null
  }, [isPending, stop])

  return {
    formRef,
    titleRef,
    sheetRef,
    toSheet,
    toTitle,
    toTop() {
      toTitle()
      scrollTo(0, 0)
    },
    toField,
    /** Call it before a request is sent: after a failure the focus comes back here. */
    toSheetForNow() {
      if (document.activeElement instanceof HTMLElement)
        focusedOnSubmit.current = document.activeElement
      toSheet()
    },
  }
}

export type PageFocus = ReturnType<typeof usePageFocus>

/** A ref that focuses an element when it appears. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus(inPlace)
}

/**
 * A ref that scrolls an element into view when it appears: the reason for a failure, while the
 * member looks at the preview.
 */
export function revealOnce(element: HTMLElement | null): void {
  element?.scrollIntoView?.({ block: 'nearest' })
}

function revealSheet(sheet: HTMLElement | null) {
  const { top = 0, bottom = 0 } = sheet?.getBoundingClientRect() ?? {}
  const isVisible = top >= 0 && bottom <= window.innerHeight
  if (!isVisible) sheet?.scrollIntoView({ block: 'start' })
}

function isFocusLost(sheet: HTMLElement | null): boolean {
  const { activeElement } = document
  return (
    activeElement === document.body ||
    activeElement === null ||
    sheet?.contains(activeElement) === true
  )
}
