import type { Context } from 'hono'
import * as z from 'zod/mini'

/**
 * The body of a request as the schema says, or null. Whatever its type, unlike a member's form: pages that are open say none. How long it
 * may be is for `bodyLimit`.
 */
export async function readJson<Schema extends z.ZodMiniType>(c: Context, schema: Schema): Promise<z.infer<Schema> | null> {
  const body: unknown = await c.req.json().catch(() => undefined)
  const parsed = z.safeParse(schema, body)
  return parsed.success ? parsed.data : null
}
