import type { ShellApi } from '@encre/protocol/shell-api'
import { useEffect, useEffectEvent, useState } from 'react'
import { isSessionOver, problemCode } from './account-api.ts'

export type Answer<Value> = { status: 'loading' } | { status: 'failed'; code: string } | { status: 'loaded'; value: Value }

/** Reads what a page shows, when it opens and at each `retry`. `failure` names the error that is reported. */
export function useAnswer<Value>(shell: ShellApi, read: (shell: ShellApi, signal: AbortSignal) => Promise<Value>, failure: string) {
  const [answer, setAnswer] = useState<Answer<Value>>({ status: 'loading' })
  const [attempt, setAttempt] = useState(0)

  const load = useEffectEvent(async (signal: AbortSignal) => {
    setAnswer({ status: 'loading' })
    try {
      const value = await read(shell, signal)
      if (!signal.aborted) setAnswer({ status: 'loaded', value })
    } catch (error) {
      if (signal.aborted) return
      if (isSessionOver(error)) return shell.signIn(shell.path)
      const code = problemCode(error)
      if (code === 'internal') shell.report(new Error(failure, { cause: error }))
      setAnswer({ status: 'failed', code })
    }
  })

  useEffect(() => {
    const controller = new AbortController()
    void load(controller.signal)
    return () => controller.abort()
  }, [attempt])

  return { answer, retry: () => setAttempt((count) => count + 1) }
}
