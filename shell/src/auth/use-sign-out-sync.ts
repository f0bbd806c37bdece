import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

/** Tells the other tabs of the site when the member signs out, and hears it from them. */
export function useSignOutSync(onSignOutElsewhere: () => Promise<void>) {
  const [hasSignedOut, setHasSignedOut] = useState(false)
  const channel = useRef<BroadcastChannel>(null)

  const handleMessage = useEffectEvent(async () => {
    setHasSignedOut(true)
    clearDrafts()
    await onSignOutElsewhere()
  })
  useEffect(() => {
    const opened = new BroadcastChannel('encre-session')
    opened.addEventListener('message', () => handleMessage())
    channel.current = opened
    return () => opened.close()
  }, [])
  useEffect(() => {
    // The back button can restore a member's page from the back/forward cache after they signed out.
    const handleShow = (event: PageTransitionEvent) => event.persisted && hasSignedOut && location.replace('/')
    addEventListener('pageshow', handleShow)
    return () => removeEventListener('pageshow', handleShow)
  }, [hasSignedOut])

  const announceSignOut = useCallback(() => {
    setHasSignedOut(true)
    channel.current?.postMessage('signed-out')
    clearDrafts()
  }, [])

  return { hasSignedOut, announceSignOut }
}

/** A browser that refuses the storage has no drafts. */
function clearDrafts(): void {
  try {
    sessionStorage.clear()
  } catch {
    // Nothing to clear.
  }
}
