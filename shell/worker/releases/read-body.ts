import type { Context } from 'hono'
import * as z from 'zod/mini'

/** The body of a request as the schema says, or null. */
export async function readBody<Schema extends z.ZodMiniType>(c: Context, schema: Schema): Promise<z.infer<Schema> | null> {
  const body: unknown = await c.req.json().catch(() => undefined)
  const parsed = z.safeParse(schema, body)
  return parsed.success ? parsed.data : null
}
