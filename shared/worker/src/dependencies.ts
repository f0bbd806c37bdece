/** Milliseconds that a worker waits for its database, its bucket or another worker. */
export const dependencyTimeoutMs = 2000

/**
 * Milliseconds for one check of `answerHealth`: shorter, so that the worker itself still answers in
 * time.
 */
export const healthCheckTimeoutMs = 1500

/**
 * A dependency does not answer, or answers something unexpected. Becomes 503 `unavailable`; the log
 * has the full error.
 */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
}
