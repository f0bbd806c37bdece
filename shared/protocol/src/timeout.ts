/** Thrown by `withTimeout`. The message names the operation and its limit. */
export class TimeoutError extends Error {
  override name = 'TimeoutError'
}

/**
 * Rejects with a `TimeoutError` after `timeoutMs`. The work itself goes on. `operation` names it in
 * the message: `the registry`.
 */
export async function withTimeout<Value>(
  work: Promise<Value>,
  timeoutMs: number,
  operation: string,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new TimeoutError(`${operation}: no answer within ${timeoutMs} ms`)),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
