/**
 * `code`: the worker's; `unavailable` with status 0 without a response; `internal` for one that
 * does not match the contract.
 */
export class RequestError extends Error {
  override name = 'RequestError'
  constructor(
    readonly code: string,
    readonly status: number,
    readonly requestId: string | null,
    options?: ErrorOptions,
  ) {
    super(`${code} (${status})`, options)
  }
}
