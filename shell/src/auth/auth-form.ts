import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { reportError } from '../report-error.ts'
import { TenantError } from './tenant.ts'

/**
 * No React Action: while one is pending, React holds back every other transition, and the router
 * navigates in one.
 */
export function useSubmit(call: () => Promise<void>, { leavesPage }: { leavesPage: boolean }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<TenantError | null>(null)

  useEffect(() => {
    // The back button restores the page from the back/forward cache in the state in which it was
    // left: busy.
    const handleShow = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    addEventListener('pageshow', handleShow)
    return () => removeEventListener('pageshow', handleShow)
  }, [])

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await call()
      if (!leavesPage) setBusy(false)
    } catch (error) {
      if (!(error instanceof TenantError)) reportError(error)
      setFailure(
        error instanceof TenantError ? error : new TenantError('unknown', { cause: error }),
      )
      setBusy(false)
    }
  }

  return { busy, failure, submit }
}

/** Calls `onTyped` with each field of a prerendered form that was filled before React took over. */
export function useTypedFields(
  onTyped: (name: string, value: string) => void,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const adopt = useEffectEvent(() => {
    for (const field of form.current?.elements ?? []) {
      if (field instanceof HTMLInputElement && field.value !== '') onTyped(field.name, field.value)
    }
  })
  useEffect(() => adopt(), [])
  return form
}

export function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.focus()
}
