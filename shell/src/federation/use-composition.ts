import type { ManifestRemote, PageManifest } from '@encre/protocol/page-manifest'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { reportComposition, reportError } from '../report-error.ts'
import { fetchComposition, keepUnchanged } from './composition.ts'
import { findLoaded, loadRemote } from './load-remote.ts'
import { expectOutcomes } from './outcomes.ts'
import { removeStylesheets } from './stylesheets.ts'

/** Milliseconds between two looks at what the page would run if it was opened now, and between those that nothing prompted. */
const shortest = 2000
const longest = 60_000

/**
 * What the page runs. A release or a rollback is fetched in the background and taken with the next navigation to another page,
 * never under a member's hands. `look` asks whether there is one.
 */
export function useComposition(opened: PageManifest): { composition: PageManifest; look: () => void } {
  const { pathname } = useLocation()
  const [shown, setShown] = useState({ composition: opened, pathname })
  const [next, setNext] = useState<PageManifest | null>(null)
  if (pathname !== shown.pathname) {
    setShown({ composition: next ?? shown.composition, pathname })
    setNext(null)
  }
  const { composition } = shown

  useEffect(() => expectOutcomes(opened), [opened])
  const taken = useRef(opened)
  useEffect(() => {
    reportComposition(composition.id)
    for (const before of taken.current.remotes) removeLeaving(before, composition)
    taken.current = composition
  }, [composition])

  const looked = useRef(Date.now())
  const look = useEffectEvent(async () => {
    if (Date.now() - looked.current < shortest) return
    looked.current = Date.now()
    try {
      const found = await fetchComposition((next ?? composition).id)
      if (!found) return
      expectOutcomes(found)
      const merged = keepUnchanged(composition, found)
      await prepare(composition, merged)
      setNext(merged)
    } catch (error) {
      reportError(error)
    }
  })
  useEffect(() => {
    if (document.visibilityState === 'visible') look()
  }, [pathname])
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const handleReturn = () => document.visibilityState === 'visible' && look()
    addEventListener('focus', handleReturn, { signal })
    document.addEventListener('visibilitychange', handleReturn, { signal })
    const timer = setInterval(handleReturn, longest)
    return () => {
      listening.abort()
      clearInterval(timer)
    }
  }, [])

  return { composition, look: () => look() }
}

/** What the page has already shown is brought in its new version before it is needed; the rest comes when it is approached, as ever. */
async function prepare(before: PageManifest, after: PageManifest): Promise<void> {
  const used = before.remotes.filter((remote) => findLoaded(remote)).map((remote) => remote.name)
  await Promise.all(after.remotes.filter((remote) => used.includes(remote.name)).map(loadRemote))
}

function removeLeaving(before: ManifestRemote, { remotes }: PageManifest): void {
  const after = remotes.find((remote) => remote.name === before.name)
  if (after === before) return
  const stays = after && (findLoaded(after)?.version ?? after.current)
  for (const version of [before.current, before.previous]) {
    if (version && version.global !== stays?.global) removeStylesheets(version)
  }
}
