import { isSecret } from '@encre/worker/secrets'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The tenant's clients: pages, without a secret, and the account worker, with one. */
export interface Client {
  id: string
  grants: readonly string[]
}

/** A client that is a page at one origin: its lists name this origin's addresses only. */
interface PageClient extends Client {
  origin: string
}

export const passwordRealm = 'http://auth0.com/oauth/grant-type/password-realm'

export function isSite(env: Env, clientId: string): boolean {
  return clientId === env.AUTH0_CLIENT_ID
}

/** The site, and a page of `npm run dev -- --against`: docs/auth0.md. */
export function listPageClients(env: Env): PageClient[] {
  const grants = ['authorization_code', 'refresh_token']
  return [
    { id: env.AUTH0_CLIENT_ID, origin: env.SITE_ORIGIN, grants },
    { id: env.AUTH0_DEVELOPMENT_CLIENT_ID, origin: env.AUTH0_DEVELOPMENT_ORIGIN, grants },
  ]
}

export async function authenticateClient(
  env: Env,
  id: string,
  secret: string,
): Promise<Client | null> {
  const page = listPageClients(env).find((client) => client.id === id)
  if (page) return page
  const isAccountWorker =
    id === env.AUTH0_M2M_CLIENT_ID &&
    (await isSecret(secret, 'AUTH0_M2M_CLIENT_SECRET', env.AUTH0_M2M_CLIENT_SECRET))
  return isAccountWorker ? { id, grants: ['client_credentials', passwordRealm] } : null
}

/** Whether a form of the site names the connection that the tenant has. */
export function isSiteForm(env: Env, form: { client_id: string; connection: string }): boolean {
  return isSite(env, form.client_id) && form.connection === env.AUTH0_CONNECTION
}

/** Compares whole strings: a prefix or a pattern could send a code elsewhere. */
export function isCallback(env: Env, clientId: string, url: string): boolean {
  return listPageClients(env).some(
    ({ id, origin }) => id === clientId && url === `${origin}/callback`,
  )
}

export function isLogoutAddress(env: Env, url: string): boolean {
  return listPageClients(env).some(({ origin }) => url === `${origin}/` || url === origin)
}

/** Those of the scopes that a client asks for, as text. */
export function grantScopes(scopes: readonly string[], requested: string): string {
  return scopes.filter((scope) => requested.split(' ').includes(scope)).join(' ')
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
