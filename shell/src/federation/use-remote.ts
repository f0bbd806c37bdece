import type { ManifestRemote } from '@encre/protocol/page-manifest'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { retryDelayMs } from '../load-retries.ts'
import { reportError } from '../report-error.ts'
import { findLostFile, reportFailure, reportLeft, reportStart } from './health-reports.ts'
import { findLoaded, loadPrevious, loadRemote } from './load-remote.ts'
import type { LoadedRemote } from './runtime.ts'
import { removeStylesheets } from './stylesheets.ts'

type State =
  | { phase: 'loading' }
  // Another load can succeed once the network or the site is back. A component that throws would
  // throw again.
  | { phase: 'failed'; reason: 'load' | 'render' }
  | ({ phase: 'ready' } & LoadedRemote)

/**
 * Loads the component of a remote, after `wait`. `handleError` is for a component that throws while
 * it renders, `report` for the remote's own reports.
 */
export function useRemote(remote: ManifestRemote, wait: () => Promise<void>) {
  const { current } = remote
  const [state, setState] = useState<State>(() => {
    // Before the first render of the component: if that one never ends, no later moment comes.
    reportStart(current)
    const loaded = findLoaded(remote)
    return loaded ? { phase: 'ready', ...loaded } : { phase: 'loading' }
  })
  const [tries, setTries] = useState(0)
  // A part that the component loads later did not arrive.
  const [isIncomplete, setIsIncomplete] = useState(false)

  useLoad(remote, wait, tries, setState)
  useRecovery(state.phase === 'failed' && state.reason === 'load', async () => {
    try {
      setState({ phase: 'ready', ...(await loadRemote(remote)) })
    } catch {
      // The panel stays. The failure has been reported.
    }
  })

  function handleError(error: unknown) {
    reportError(error)
    if (state.phase === 'ready') reportFailure(state.version, 'error', error)
    setIsIncomplete(findLostFile(error) !== null)
    // The error boundary stays and shows the failure: in development, Fast Refresh mounts it again
    // once the error is corrected.
    if (!remote.previous) return
    if (state.phase !== 'ready' || state.version !== current) {
      setState({ phase: 'failed', reason: 'render' })
      return
    }
    setState({ phase: 'loading' })
    loadPrevious(remote).then(
      (loaded) => {
        removeStylesheets(current)
        setState({ phase: 'ready', ...loaded })
      },
      (reason: unknown) => {
        reportError(reason)
        setState({ phase: 'failed', reason: 'render' })
      },
    )
  }

  const report = useCallback(
    (error: unknown) => {
      reportError(error)
      reportFailure(current, 'error', error)
    },
    [current],
  )

  function retry() {
    // After a second failure the open page may be too old for the remote. `lazy` keeps a failed
    // part for as long as the page lives.
    if (tries > 0 || isIncomplete) return location.reload()
    setState({ phase: 'loading' })
    setTries(1)
  }

  return { state, isIncomplete, handleError, report, retry }
}

/** Loads the remote after `wait`, again whenever `tries` grows. */
function useLoad(
  remote: ManifestRemote,
  wait: () => Promise<void>,
  tries: number,
  setState: (state: State) => void,
): void {
  const handleWait = useEffectEvent(wait)
  useEffect(() => {
    const { current } = remote
    let isCurrent = true
    const load = async () => {
      await handleWait()
      if (!isCurrent) return
      try {
        const loaded = await loadRemote(remote)
        if (isCurrent) setState({ phase: 'ready', ...loaded })
      } catch (error) {
        reportError(error)
        reportLeft(current)
        if (isCurrent) setState({ phase: 'failed', reason: 'load' })
      }
    }
    void load()
    return () => {
      isCurrent = false
      reportLeft(current)
    }
  }, [remote, tries, setState])
}

/**
 * While `failed`, calls `retry` after the delays of `retryDelayMs`, and at once when the browser is
 * online again or the tab becomes visible.
 */
function useRecovery(failed: boolean, retry: () => Promise<void>): void {
  const handleRetry = useEffectEvent(retry)
  useEffect(() => {
    if (!failed) return
    const listening = new AbortController()
    const { signal } = listening
    let retries = 0
    let timer: ReturnType<typeof setTimeout>
    let isRetrying = false

    const retryNow = async () => {
      if (isRetrying || document.visibilityState === 'hidden') return
      isRetrying = true
      clearTimeout(timer)
      await handleRetry()
      isRetrying = false
      if (!signal.aborted) scheduleRetry()
    }
    const scheduleRetry = () => {
      timer = setTimeout(retryNow, retryDelayMs(retries))
      retries += 1
    }
    scheduleRetry()
    addEventListener('online', retryNow, { signal })
    document.addEventListener('visibilitychange', retryNow, { signal })
    return () => {
      listening.abort()
      clearTimeout(timer)
    }
  }, [failed])
}
