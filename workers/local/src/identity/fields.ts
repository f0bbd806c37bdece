import type { Context } from 'hono'

/** Reads a JSON or form body, like Auth0; null for any other. The SDK sends forms. */
export async function readFields(c: Context): Promise<unknown> {
  const isForm = c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
  return isForm ? c.req.parseBody() : c.req.json().catch(() => null)
}
