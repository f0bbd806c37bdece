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
