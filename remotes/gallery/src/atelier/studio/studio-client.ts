import { startWorker, WorkerLoadError } from '@encre/remote-kit/start-worker'
import type { Cancel, Progress, Reply, Request, Result, Task } from '@encre/stencil/messages'
import type { Stroke } from '@encre/stencil/strokes'

export const slowMs = 200

interface RunOptions {
  signal?: AbortSignal
  onProgress?: (share: number) => void
  transfer?: Transferable[]
}

export interface StudioClient {
  readonly base?: StudioClient
  /** The tasks that the worker needs first. */
  readonly setup?: readonly Task[]
  /** Rejects with the abort reason, or when the worker cannot start. */
  run(task: Task, options?: RunOptions): Promise<Result>
  close(): void
}

interface Pending extends PromiseWithResolvers<Result> {
  onProgress: ((share: number) => void) | undefined
}

/**
 * Rejects with a `WorkerLoadError`, or when the browser has no module workers or refuses this one.
 */
export async function createStudioClient(): Promise<StudioClient> {
  const worker = await startWorker('stencil')
  const pending = new Map<number, Pending>()
  let lastId = 0
  /** Why the worker has ended. It may fail before the first task. */
  let failure: Error | null = null

  worker.addEventListener('message', ({ data }: MessageEvent<Reply | Progress>) => {
    const request = pending.get(data.id)
    if (!request) return
    if (data.type === 'progress') return request.onProgress?.(data.share)
    pending.delete(data.id)
    request.resolve(data)
  })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    // The event of a script that could not be loaded has no message.
    failure = event.message
      ? new Error(`the stencil worker failed: ${event.message}`)
      : new WorkerLoadError()
    for (const request of pending.values()) request.reject(failure)
    pending.clear()
  })

  return {
    run(task, { signal, onProgress, transfer = [] } = {}) {
      signal?.throwIfAborted()
      if (failure) return Promise.reject(failure)
      const id = ++lastId
      const request: Pending = { ...Promise.withResolvers<Result>(), onProgress }
      pending.set(id, request)
      signal?.addEventListener('abort', () => {
        if (!pending.delete(id)) return
        const cancel: Cancel = { type: 'cancel', id }
        worker.postMessage(cancel)
        request.reject(signal.reason)
      })
      const message: Request = { id, ...task }
      worker.postMessage(message, transfer)
      return request.promise
    },
    close: () => worker.terminate(),
  }
}

const lastSetups = new WeakMap<StudioClient, readonly Task[]>()

/** Sends these tasks before others, unless they were the last that the worker was set up with. */
export function withSetup(client: StudioClient, more: readonly Task[]): StudioClient {
  const base = client.base ?? client
  const setup = [...(client.setup ?? []), ...more]
  return {
    base,
    setup,
    run(task, options) {
      if (lastSetups.get(base) !== setup) {
        lastSetups.set(base, setup)
        // The worker that ends refuses the task itself too.
        for (const each of setup) base.run(each).catch(() => {})
      }
      return base.run(task, options)
    },
    close: base.close,
  }
}

export function withCorrections(client: StudioClient, strokes: readonly Stroke[]): StudioClient {
  return withSetup(client, [{ type: 'correct', strokes }])
}

/**
 * Runs a task that has one good result. Rejects for any other, as for a design that the worker
 * cannot compute.
 */
export async function ask<Type extends Result['type']>(
  client: StudioClient,
  type: Type,
  task: Task,
  signal?: AbortSignal,
): Promise<Extract<Result, { type: Type }>> {
  const result = await client.run(task, { ...(signal && { signal }) })
  if (isOfType(result, type)) return result
  throw new Error(`the stencil worker replied ${result.type} to ${task.type}`)
}

export function isOfType<Type extends Result['type']>(
  result: Result,
  type: Type,
): result is Extract<Result, { type: Type }> {
  return result.type === type
}
