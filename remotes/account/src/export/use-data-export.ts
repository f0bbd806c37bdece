import type { DataExport } from '@encre/account-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { reportFailure, useQuery } from '@encre/remote-kit/use-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createExportLink, getExport, startExport } from '../account-api.ts'
import { exportMessages as messages } from '../messages.ts'

/** How often a running export is read again. */
export const pollMs = 2000

type Action = { status: 'idle' | 'pending' } | { status: 'failed'; code: string }

/** The member's data download: its state, which is read again while it runs, and what the member can do with it. */
export function useDataExport(shell: ShellApi) {
  const [action, setAction] = useState<Action>({ status: 'idle' })
  /** The signal of the request that is on its way. */
  const reading = useRef<AbortSignal>(null)
  const { state, retry, reload } = useQuery<DataExport>(shell, {
    key: 'export',
    read: async (signal) => {
      reading.current = signal
      try {
        return await getExport(shell, signal)
      } finally {
        if (reading.current === signal) reading.current = null
      }
    },
    failureMessage: messages.readFailed,
  })
  const poll = useEffectEvent(reload)
  const isRunning = state.status === 'loaded' && state.value.state === 'running'

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      // A reload ends the request before it: on a slow network no answer would ever arrive.
      if (document.visibilityState === 'visible' && !reading.current) poll()
    }, pollMs)
    return () => clearInterval(timer)
  }, [isRunning])

  async function act(work: () => Promise<void>): Promise<void> {
    setAction({ status: 'pending' })
    try {
      await work()
      setAction({ status: 'idle' })
    } catch (error) {
      const code = reportFailure(shell, error, messages.failed)
      setAction(code === null ? { status: 'idle' } : { status: 'failed', code })
    }
  }

  return {
    state,
    action,
    retry,
    start: () =>
      act(async () => {
        await startExport(shell)
        shell.announce(messages.preparing)
        reload()
      }),
    // The browser saves what the address answers, and stays on this page.
    download: () => act(async () => location.assign(await createExportLink(shell))),
  }
}
