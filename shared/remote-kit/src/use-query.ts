import type { ShellApi } from '@encre/protocol/shell-api'
import { TakenBackError } from '@encre/protocol/writer'
import { useEffect, useState } from 'react'
import { problemCode, SessionEndedError } from './session.ts'
import { useEvent } from './use-event.ts'

// What a page reads and when it reads again. It never writes: that is
// `shared/protocol/src/writer.ts`.

/**
 * What a page knows of the data that it reads. `code` is a problem code, for the remote's table of
 * sentences.
 */
export type QueryState<Value> =
  | { status: 'loading' }
  | { status: 'failed'; code: string }
  | { status: 'loaded'; value: Value }

interface Query<Value> {
  /** Identifies what is read. A new key starts a new request and aborts the one before. */
  key: string
  read: (signal: AbortSignal) => Promise<Value>
  /** Message of the error that the shell reports when the failure is a bug. */
  failureMessage: string
  onLoad?: ((value: Value) => void) | undefined
}

interface Run {
  keepsState: boolean
}

interface Request {
  key: string
  run: Run
}

interface Settled<Value> extends Request {
  state: QueryState<Value>
}

/** Milliseconds between two tries of a page whose worker does not answer. */
export const retryIntervalMs = 15_000

/**
 * Reads what a page shows, when the page opens and whenever `key` changes; aborts when the page
 * closes.
 * `retry` starts again from `loading`. `reload` keeps the loaded value until a new one is there,
 * also when the request fails. A failure `unavailable` is tried again every `retryIntervalMs` while
 * the tab is visible, and at once when the browser is online again; it stays on the page until a
 * try succeeds.
 * The state stays `loading` when the session has ended: the member is on the way to sign-in.
 */
export function useQuery<Value>(shell: ShellApi, query: Query<Value>) {
  const { key } = query
  const [run, setRun] = useState<Run>({ keepsState: false })
  const [settled, setSettled] = useState<Settled<Value> | null>(null)

  const read = useEvent(query.read)
  const handleLoad = useEvent((request: Request, value: Value) => {
    setSettled({ ...request, state: { status: 'loaded', value } })
    query.onLoad?.(value)
  })
  const handleFailure = useEvent((request: Request, error: unknown) => {
    const code = reportFailure(shell, error, query.failureMessage)
    if (code === null) return
    setSettled((before) => {
      if (staysAfter(before, request, code)) return before
      return { ...request, state: { status: 'failed', code } }
    })
  })

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    read(signal).then(
      (value) => {
        if (!signal.aborted) handleLoad({ key, run }, value)
      },
      (error: unknown) => {
        if (!signal.aborted) handleFailure({ key, run }, error)
      },
    )
    return () => controller.abort()
  }, [key, run, read, handleLoad, handleFailure])

  const isShown = settled?.key === key && (run.keepsState || settled.run === run)
  const state: QueryState<Value> = isShown ? settled.state : { status: 'loading' }

  const isUnavailable = state.status === 'failed' && state.code === 'unavailable'
  useEffect(() => {
    if (!isUnavailable) return
    const tryAgain = () => setRun({ keepsState: true })
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') tryAgain()
    }, retryIntervalMs)
    addEventListener('online', tryAgain)
    return () => {
      clearInterval(timer)
      removeEventListener('online', tryAgain)
    }
  }, [isUnavailable])

  return {
    state,
    retry: () => setRun({ keepsState: false }),
    reload: () => setRun({ keepsState: true }),
  }
}

/**
 * The problem code of a failed request, or null when the session ended or the member took it back.
 * Reports a bug to the shell, with `message`.
 */
export function reportFailure(
  shell: Pick<ShellApi, 'report'>,
  error: unknown,
  message: string,
): string | null {
  if (error instanceof SessionEndedError || error instanceof TakenBackError) return null
  const code = problemCode(error)
  if (code === 'internal') shell.report(new Error(message, { cause: error }))
  return code
}

/**
 * Whether the page keeps what it shows although the request failed: a loaded value, or the same
 * failure.
 */
function staysAfter<Value>(
  settled: Settled<Value> | null,
  { key, run }: Request,
  code: string,
): boolean {
  if (!run.keepsState || settled?.key !== key) return false
  const { state } = settled
  return state.status === 'loaded' || (state.status === 'failed' && state.code === code)
}
