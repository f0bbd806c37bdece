import { RequestError } from './request-error.ts'

/** Milliseconds before a write whose answer was lost is sent again by itself. */
export const repeatDelayMs = 300

/** Milliseconds between two questions about a write whose answer was lost twice. */
export const askIntervalMs = 4000

/** Stands for a problem code while nobody knows whether a write is done. `sentences.ts` has its words. */
export const unknownOutcome = 'unknown-outcome'

/** Milliseconds without an answer after which a page says that it is still saving what it shows. */
export const slowWriteMs = 3000

export interface WriteOptions<Result> {
  /**
   * Reads what is true: the result of the write, or null if it is not done. Without it the write is
   * sent again, which asks the same: a repeated write has one effect.
   */
  ask?: () => Promise<Result | null>
  /** Called when the answer was lost twice. The page says so, and lets the member press again. */
  onUnknown: () => void
  /** Called after `slowWriteMs` without an answer, for a change that the page shows already. */
  onSlow?: (() => void) | undefined
  /** Ends the questions: the page was left, or the member has pressed again. */
  signal?: AbortSignal
}

/**
 * Sends a write that has one effect however often it is sent. Resolves when it is done; rejects with
 * the worker's refusal, or with the loss, when it is certainly not done. Until then, `onUnknown`
 * was called. Never settles after `signal`.
 */
export async function write<Result>(
  send: () => Promise<Result>,
  { ask, onUnknown, onSlow, signal }: WriteOptions<Result>,
): Promise<Result> {
  const slow = setTimeout(() => onSlow?.(), slowWriteMs)
  try {
    const sent = await sendTwice(send)
    if (sent.is === 'done') return sent.result
    clearTimeout(slow)
    if (!signal?.aborted) onUnknown()
    return await askWhatIsTrue(ask ?? send, sent.error, signal)
  } finally {
    clearTimeout(slow)
  }
}

async function sendTwice<Result>(send: () => Promise<Result>): Promise<Attempt<Result>> {
  // Nothing leaves a device without a network.
  if (navigator.onLine === false) return { is: 'done', result: await send() }
  const first = await attempt(send)
  if (first.is === 'done') return first
  await pause(repeatDelayMs)
  return attempt(send, isLostAgain)
}

async function askWhatIsTrue<Result>(
  ask: () => Promise<Result | null>,
  loss: RequestError,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (;;) {
    await waitForNetwork(askIntervalMs, signal)
    if (signal?.aborted) return never()
    const answer = await attempt(ask, isLostAgain)
    if (signal?.aborted) return never()
    if (answer.is === 'lost') continue
    if (answer.result === null) throw loss
    return answer.result
  }
}

/**
 * Whether a request may have done its work although it failed: no answer, a failure of the worker,
 * or an answer that is not the worker's.
 */
export function isLost(error: unknown): error is RequestError {
  if (!(error instanceof RequestError)) return false
  return error.status === 0 || error.status >= 500 || error.code === 'internal'
}

/** A repeated request that the limit of a flood refuses says nothing about the one before. */
function isLostAgain(error: unknown): error is RequestError {
  return isLost(error) || (error instanceof RequestError && error.code === 'resource-exhausted')
}

type Attempt<Result> = { is: 'done'; result: Result } | { is: 'lost'; error: RequestError }

async function attempt<Result>(
  send: () => Promise<Result>,
  hasNoAnswer = isLost,
): Promise<Attempt<Result>> {
  try {
    return { is: 'done', result: await send() }
  } catch (error) {
    if (hasNoAnswer(error)) return { is: 'lost', error }
    throw error
  }
}

function never(): Promise<never> {
  return new Promise(() => {})
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Waits, but no longer than until the browser is online again. A hidden page asks nothing. */
function waitForNetwork(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    const timer = setInterval(end, milliseconds)
    function end() {
      if (document.visibilityState === 'hidden' && !signal?.aborted) return
      clearInterval(timer)
      listening.abort()
      resolve()
    }
    addEventListener('online', end, { signal: listening.signal })
    signal?.addEventListener('abort', end, { signal: listening.signal })
  })
}
