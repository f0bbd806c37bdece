import type { Verdict } from '@encre/protocol/writer'
import { RequestError } from './request-error.ts'

/** What a failed request says about its write, for `createWriter`. */
export function judge(error: unknown): Verdict {
  if (!(error instanceof RequestError)) return 'refused'
  if (isLost(error)) return 'lost'
  if (error.code === 'version-conflict') return 'outdated'
  return error.code === 'resource-exhausted' ? 'busy' : 'refused'
}

/** No answer, a failure of the worker, or an answer that is not the worker's. */
export function isLost({ status, code }: RequestError): boolean {
  return status === 0 || status >= 500 || code === 'internal'
}
