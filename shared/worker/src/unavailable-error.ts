/** A dependency does not answer, or answers something unexpected. Answered as 503 `unavailable`; the log has the whole error. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
}
