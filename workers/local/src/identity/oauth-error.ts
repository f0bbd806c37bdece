import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** A refusal in the form of OAuth, with Auth0's codes. */
export interface OAuthError {
  error: string
  error_description: string
}

export function refuse(c: Context, status: ContentfulStatusCode, error: string, description: string): Response {
  c.header('Cache-Control', 'no-store')
  return c.json<OAuthError>({ error, error_description: description }, status)
}

/** Reads a JSON or form body, like Auth0; null for any other. The SDK sends forms. */
export async function readFields(c: Context): Promise<unknown> {
  const isForm = c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
  return isForm ? c.req.parseBody() : c.req.json().catch(() => null)
}
