import { describeContract } from '@encre/protocol/contract-shape'
import type { Context } from 'hono'

/** `GET /contract`: the worker's contract. The registry refuses a remote that needs more. */
export function answerContract(contract: object) {
  return (c: Context): Response => {
    c.header('Cache-Control', 'no-store')
    return c.json(describeContract(contract))
  }
}
