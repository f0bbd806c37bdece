import { createWriter, TakenBackError, type Wish } from '@encre/protocol/writer'
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { reportError } from '../report-error.ts'
import { judgeTenant, TenantError } from './tenant.ts'

/** Sends the one write of a form. */
export type Send = <Result>(wish: Pick<Wish<Result>, 'send' | 'ask'>) => Promise<Result>

/**
 * No React Action: while one is pending, React holds back every other transition, and the router
 * navigates in one. `wait` is the code of a write that has not ended.
 */
export function useSubmit(call: (send: Send) => Promise<void>, options: { leavesPage: boolean }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<TenantError | null>(null)
  const [wait, setWait] = useState<string | null>(null)
  const [writer] = useState(() => createWriter(judgeTenant))
  useEffect(() => () => writer.end(), [writer])

  useEffect(() => {
    // The back button restores the page from the back/forward cache in the state in which it was
    // left: busy.
    const handleShow = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    addEventListener('pageshow', handleShow)
    return () => removeEventListener('pageshow', handleShow)
  }, [])

  function handleWait(code: string | null) {
    setWait(code)
    setBusy(code === null)
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await call((wish) => writer.write('form', { ...wish, onWait: handleWait }))
      if (!options.leavesPage) setBusy(false)
    } catch (error) {
      setBusy(false)
      if (!(error instanceof TakenBackError)) setFailure(toFailure(error))
    }
    setWait(null)
  }

  return { busy, failure, wait, takeBack: () => writer.takeBack('form'), submit }
}

function toFailure(error: unknown): TenantError {
  if (error instanceof TenantError) return error
  reportError(error)
  return new TenantError('unknown', { cause: error })
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
