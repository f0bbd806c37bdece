import { type FormEvent, useEffect, useState } from 'react'
import { reportError } from '../report-error.ts'
import { TenantError } from './tenant.ts'

/**
 * A form that calls the tenant. What was typed is not touched. `leaves` says that success goes to another page,
 * so that the button stays busy until the browser is gone.
 */
export function useSubmit(action: () => Promise<void>, { leaves }: { leaves: boolean }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<TenantError | null>(null)

  useEffect(() => {
    // The back button brings the page back from memory as it was left: busy.
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
      await action()
      if (!leaves) setBusy(false)
    } catch (error) {
      if (!(error instanceof TenantError)) reportError(error)
      setFailure(error instanceof TenantError ? error : new TenantError('unknown', { cause: error }))
      setBusy(false)
    }
  }

  return { busy, failure, submit }
}
