import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isSameSecret } from './secrets.ts'

/** The tenant's clients: the site's page, without a secret, and the account worker, with one. */
export interface Client {
  id: string
  grants: readonly string[]
}

export const passwordRealm = 'http://auth0.com/oauth/grant-type/password-realm'

export function isSite(env: Env, clientId: string): boolean {
  return clientId === env.AUTH0_CLIENT_ID
}

export async function authenticateClient(
  env: Env,
  id: string,
  secret: string,
): Promise<Client | null> {
  if (isSite(env, id)) return { id, grants: ['authorization_code', 'refresh_token'] }
  const isAccountWorker =
    id === env.AUTH0_M2M_CLIENT_ID && (await isSameSecret(secret, env.AUTH0_M2M_CLIENT_SECRET))
  return isAccountWorker ? { id, grants: ['client_credentials', passwordRealm] } : null
}

/** Compares whole strings: a prefix or a pattern could send a code elsewhere. */
export function isCallback(env: Env, url: string): boolean {
  return url === `${env.SITE_ORIGIN}/callback`
}

export function isLogoutAddress(env: Env, url: string): boolean {
  return url === `${env.SITE_ORIGIN}/` || url === env.SITE_ORIGIN
}

export interface OAuthError {
  error: string
  error_description: string
}

export function refuse(
  c: Context,
  status: ContentfulStatusCode,
  error: string,
  description: string,
): Response {
  c.header('Cache-Control', 'no-store')
  return c.json<OAuthError>({ error, error_description: description }, status)
}

/** Reads a JSON or form body, like Auth0; null for any other. The SDK sends forms. */
export async function readFields(c: Context): Promise<unknown> {
  const isForm = c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
  return isForm ? c.req.parseBody() : c.req.json().catch(() => null)
}
