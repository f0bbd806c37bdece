import {
  type ManifestRemote,
  type PageManifest,
  parsePageManifest,
} from '@encre/protocol/page-manifest'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { reportError, reportPageManifest } from '../report-error.ts'
import { addReportedVersions } from './health-reports.ts'
import { findLoaded, loadRemote } from './load-remote.ts'
import { addReactFiles } from './react-files.ts'
import { removeStylesheets } from './stylesheets.ts'

// How an open page hears of new versions, and when it takes them. The worker chooses them in
// `shell/worker/registry/page-manifests/page-manifest.ts`.

const checkIntervalMs = 60_000

/**
 * The page manifest to show. The page takes a newer one with the next navigation, so that nothing
 * changes while a member works.
 */
export function usePageManifest(opened: PageManifest): {
  manifest: PageManifest
  checkForUpdate: () => void
} {
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

/** Milliseconds between two checks for an update, at least. */
export const minimumCheckIntervalMs = 2000

/** The page manifest that this page shows, and the newest one whose remotes are loaded. */
function createPageManifestStore(opened: PageManifest) {
  const listeners = new Set<() => void>()
  let shown = opened
  let newest = opened
  let checkedAt = Date.now()
  addReportedVersions(opened)

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getNewest: () => newest,
    /**
     * Asks the site for a newer manifest, at most every `minimumCheckIntervalMs`, and loads its
     * remotes. Never throws.
     */
    async checkForUpdate(): Promise<void> {
      if (Date.now() - checkedAt < minimumCheckIntervalMs) return
      checkedAt = Date.now()
      try {
        const found = await fetchPageManifest(newest.id)
        // A page keeps its preview, or stays without one, until it is loaded again: its banner says
        // which.
        if (!found || JSON.stringify(found.preview) !== JSON.stringify(opened.preview)) return
        addReportedVersions(found)
        addReactFiles(found)
        const merged = keepUnchanged(shown, found)
        await reloadUsedRemotes(shown, merged)
        newest = merged
        for (const listener of listeners) {
          listener()
        }
      } catch (error) {
        reportError(error)
      }
    },
    /**
     * Makes `manifest` the one that the page shows: reports name it, and the stylesheets of
     * replaced versions leave.
     */
    show(manifest: PageManifest): void {
      reportPageManifest(manifest.id)
      for (const before of shown.remotes) {
        removeReplacedStylesheets(before, manifest)
      }
      shown = manifest
    },
  }
}

/**
 * Loads the new version of each remote that the page has already loaded. The others load when the
 * visitor approaches a link to them.
 */
async function reloadUsedRemotes(before: PageManifest, after: PageManifest): Promise<void> {
  const used = before.remotes.filter((remote) => findLoaded(remote)).map((remote) => remote.name)
  await Promise.all(after.remotes.filter((remote) => used.includes(remote.name)).map(loadRemote))
}

function removeReplacedStylesheets(before: ManifestRemote, { remotes }: PageManifest): void {
  const after = remotes.find((remote) => remote.name === before.name)
  if (after === before) return
  const kept = after && (findLoaded(after)?.version ?? after.current)
  for (const version of [before.current, before.previous]) {
    if (version && version.global !== kept?.global) removeStylesheets(version)
  }
}

/**
 * Fetches the manifest that this visitor's page would get now. Null when it is still `id`, or when
 * the site does not answer.
 */
async function fetchPageManifest(id: string): Promise<PageManifest | null> {
  const headers = { 'if-none-match': `"${id}"`, 'x-composition-id': id }
  const response = await fetch('/api/releases/compositions/current', {
    cache: 'no-store',
    headers,
  }).catch(() => null)
  return response?.ok ? parsePageManifest(await response.json()) : null
}

/**
 * Returns `after` with the objects of `before` for unchanged remotes, so that React does not render
 * them again.
 */
function keepUnchanged(before: PageManifest, after: PageManifest): PageManifest {
  const keyOf = (remote: ManifestRemote) => JSON.stringify({ ...remote, canaryActive: false })
  const remotes = after.remotes.map(
    (remote) => before.remotes.find((known) => keyOf(known) === keyOf(remote)) ?? remote,
  )
  return { ...after, remotes, auth: before.auth }
}
