import type { Result, Task } from '@encre/stencil/messages'
import { useEffect, useState } from 'react'
import { isOfType, type StudioClient, slowMs } from './studio-client.ts'
import { useUnchanged } from './use-unchanged.ts'

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
export function useTask(client: StudioClient, wanted: Task | null, delayMs = 0): TaskState {
  const task = useUnchanged(wanted)
  const [settled, setSettled] = useState<{
    client: StudioClient
    task: Task
    result: Result
  } | null>(null)
  const [slow, setSlow] = useState<{ task: Task; share: number } | null>(null)

  useEffect(() => {
    if (task === null) return
    const controller = new AbortController()
    const { signal } = controller
    let share = 0
    let isSlow = false
    const show = () => isSlow && !signal.aborted && setSlow({ task, share })
    const timers: ReturnType<typeof setTimeout>[] = []
    const start = async () => {
      timers.push(
        setTimeout(() => {
          isSlow = true
          show()
        }, slowMs),
      )
      const onProgress = (done: number) => {
        share = done
        show()
      }
      const result = await client
        .run(task, { signal, onProgress })
        .catch((error: unknown): Result => ({ type: 'failed', message: String(error) }))
      if (signal.aborted) return
      for (const timer of timers) clearTimeout(timer)
      setSlow(null)
      setSettled({ client, task, result })
    }
    timers.push(setTimeout(() => void start(), delayMs))
    return () => {
      controller.abort()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [client, task, delayMs])

  // What was computed before the last correction stays until the new result is there.
  const result = settled && baseOf(settled.client) === baseOf(client) ? settled.result : null
  const isStale = task !== null && !(settled?.client === client && settled.task === task)
  return { result, isStale, progress: isStale && slow?.task === task ? slow.share : null }
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
