import { RequestError } from '@encre/remote-kit/request'

/** Null for a request that the gallery answers with 404. */
export async function nullIfGone<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return null
    throw error
  }
}
