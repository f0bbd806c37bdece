import type { Result, Task } from '@encre/stencil/messages'
import { useEffect, useEffectEvent, useState } from 'react'
import { isOfType, type StudioClient, slowMs } from './studio-client.ts'

export interface TaskState {
  /** The last result, also while a newer one is computed. Null before the first. */
  result: Result | null
  /** Whether `result` is not the one of the task that was asked for. */
  isStale: boolean
  /** Share that is done, once the task takes longer than `slowMs`; null otherwise. */
  progress: number | null
}

/**
 * Cancels the task before. With a delay, only the last of several changes in a row is run. Null
 * runs nothing.
 */
export function useTask(client: StudioClient, task: Task | null, delayMs = 0): TaskState {
  const key = task && JSON.stringify(task)
  const [settled, setSettled] = useState<{
    client: StudioClient
    key: string
    result: Result
  } | null>(null)
  const [slow, setSlow] = useState<{ key: string; share: number } | null>(null)
  const run = useEffectEvent((signal: AbortSignal, onProgress: (share: number) => void) =>
    task ? client.run(task, { signal, onProgress }) : null,
  )

  useEffect(() => {
    if (key === null) return
    const controller = new AbortController()
    const { signal } = controller
    let share = 0
    let isSlow = false
    const show = () => isSlow && !signal.aborted && setSlow({ key, share })
    const timers: ReturnType<typeof setTimeout>[] = []
    const start = async () => {
      timers.push(
        setTimeout(() => {
          isSlow = true
          show()
        }, slowMs),
      )
      const result = await run(signal, (done) => {
        share = done
        show()
      })?.catch((error: unknown): Result => ({ type: 'failed', message: String(error) }))
      if (signal.aborted || !result) return
      for (const timer of timers) clearTimeout(timer)
      setSlow(null)
      setSettled({ client, key, result })
    }
    timers.push(setTimeout(() => void start(), delayMs))
    return () => {
      controller.abort()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [client, key, delayMs])

  // What was computed before the last correction stays until the new result is there.
  const result = settled && baseOf(settled.client) === baseOf(client) ? settled.result : null
  const isStale = key !== null && !(settled?.client === client && settled.key === key)
  return { result, isStale, progress: isStale && slow?.key === key ? slow.share : null }
}

function baseOf(client: StudioClient): StudioClient {
  return client.base ?? client
}

export function resultOf<Type extends Result['type']>(
  { result }: TaskState,
  type: Type,
): Extract<Result, { type: Type }> | null {
  return result && isOfType(result, type) ? result : null
}
