import type { PageManifest } from '@encre/protocol/page-manifest'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { createPageManifestStore } from './page-manifest-store.ts'

/** Milliseconds between two checks for an update in a page that stays open and visible. */
const checkIntervalMs = 60_000

/**
 * The page manifest to show. A release or a rollback loads in the background; the page takes it with the next navigation to
 * another page, so that nothing changes while a member works. `checkForUpdate` asks the site whether there is one.
 */
export function usePageManifest(opened: PageManifest): { manifest: PageManifest; checkForUpdate: () => void } {
  const { pathname } = useLocation()
  const [store] = useState(() => createPageManifestStore(opened))
  const newest = useSyncExternalStore(store.subscribe, store.getNewest, store.getNewest)
  const [shown, setShown] = useState({ manifest: opened, pathname })
  if (pathname !== shown.pathname) setShown({ manifest: newest, pathname })

  useEffect(() => store.show(shown.manifest), [store, shown.manifest])
  useEffect(() => {
    if (document.visibilityState === 'visible') store.checkForUpdate()
  }, [store, pathname])
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const handleReturn = () => document.visibilityState === 'visible' && store.checkForUpdate()
    addEventListener('focus', handleReturn, { signal })
    document.addEventListener('visibilitychange', handleReturn, { signal })
    const timer = setInterval(handleReturn, checkIntervalMs)
    return () => {
      listening.abort()
      clearInterval(timer)
    }
  }, [store])

  return { manifest: shown.manifest, checkForUpdate: store.checkForUpdate }
}
