import { RequestError } from '@encre/remote-kit/request-error'
import { pause } from './follow-generation.ts'

/**
 * Milliseconds to wait before a request that got no response is sent again, with the same
 * idempotency key.
 */
export const resendDelaysMs = [1_000, 2_000, 4_000] as const

/**
 * Sends again while no response comes. The worker must answer a repeated request as it answered the
 * first.
 */
export async function resendWithoutResponse<Result>(
  send: () => Promise<Result>,
  signal: AbortSignal,
  onNoResponse: () => void,
): Promise<Result> {
  for (const milliseconds of resendDelaysMs) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 0) throw error
      onNoResponse()
      await pause(milliseconds, signal)
    }
  }
  return send()
}
