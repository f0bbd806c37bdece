import type { Context } from 'hono'

/** A body as Auth0 takes it, JSON or a form; null when it is neither. The SDK sends forms. */
export async function readFields(c: Context): Promise<unknown> {
  const isForm = c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
  return isForm ? c.req.parseBody() : c.req.json().catch(() => null)
}
