/** A dependency does not answer, or answers something unexpected. Becomes 503 `unavailable`; the log has the full error. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
}
