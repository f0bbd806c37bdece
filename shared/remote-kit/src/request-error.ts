import type { Verdict } from '@encre/protocol/writer'

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

/** What a failed request says about its write, for `createWriter`. */
export function judge(error: unknown): Verdict {
  if (!(error instanceof RequestError)) return 'refused'
  if (isLost(error)) return 'lost'
  if (error.code === 'version-conflict') return 'outdated'
  return error.code === 'resource-exhausted' ? 'busy' : 'refused'
}

/** No answer, a failure of the worker, or an answer that is not the worker's. */
function isLost({ status, code }: RequestError): boolean {
  return status === 0 || status >= 500 || code === 'internal'
}
