import { RequestError } from '@encre/remote-kit/request-error'

/** Catches the failure of a call: null if the gallery does not have what it names any more. */
export function nullIfGone(error: unknown): null {
  if (error instanceof RequestError && error.status === 404) return null
  throw error
}
