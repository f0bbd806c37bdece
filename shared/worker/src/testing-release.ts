import { ContractShape } from '@encre/protocol/contract-shape'
import * as z from 'zod'

/** A schema as the pages of the last release have it, from the worker's `contract.released.json`: for tests that run both sides. */
export function releasedSchema(released: unknown, name: string): z.ZodType {
  const schema = z.parse(ContractShape, released).schemas[name]
  if (!schema) throw new Error(`no page was ever released with ${name}`)
  // It reads patterns without their `u` flag, and those that name classes of characters match nothing then.
  const readable = JSON.stringify(schema, (key, value) => (key === 'pattern' && value.includes('\\p') ? undefined : value))
  return z.fromJSONSchema(JSON.parse(readable))
}
