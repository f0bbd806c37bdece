import { createToken } from '@encre/worker/secrets'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import * as z from 'zod/mini'
import type { App } from '../../app.ts'
import { grantScopes, isCallback, type OAuthError } from '../oauth.ts'
import { codeKind, issueOneTimeSecret } from '../one-time-store.ts'
import { answerPage } from '../page.ts'
import type { Session } from './sessions.ts'

/** The return address. It is checked first, because refusals also go to listed addresses only. */
export interface Target {
  clientId: string
  redirectUri: string
  state: string | null
  webMessage: boolean
}

export interface AuthorizationRequest {
  challenge: string
  scope: string
  audience: string | null
  nonce: string | null
  prompt: string | null
  ticket: string | null
  maxAge: number | null
}

type Query = Record<string, string>

export function readTarget(env: Env, query: Query): Target | null {
  const {
    client_id: clientId = '',
    redirect_uri: redirectUri = '',
    state = null,
    response_mode,
  } = query
  if (!isCallback(env, clientId, redirectUri)) return null
  return { clientId, redirectUri, state, webMessage: response_mode === 'web_message' }
}

const Parameters = z.object({
  response_type: z.literal('code'),
  response_mode: z.optional(z.enum(['query', 'web_message'])),
  code_challenge: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  code_challenge_method: z.literal('S256'),
  scope: z._default(z.string(), ''),
  audience: z.optional(z.string()),
  nonce: z.optional(z.string()),
  prompt: z.optional(z.string()),
  login_ticket: z.optional(z.string()),
  max_age: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
})

/** Reads the request. Ignores unknown parameters (`auth0Client`, `ui_locales` ...), like Auth0. */
export function readRequest(env: Env, query: Query): AuthorizationRequest | OAuthError {
  const parameters = z.safeParse(Parameters, query)
  if (!parameters.success) {
    const names = parameters.error.issues.map((issue) => issue.path.join('.'))
    return {
      error: 'invalid_request',
      error_description: `Missing or invalid parameter: ${names.join(', ')}`,
    }
  }
  const {
    code_challenge: challenge,
    scope,
    audience = null,
    nonce = null,
    prompt = null,
    login_ticket: ticket = null,
  } = parameters.data
  if (audience !== null && audience !== env.AUTH0_AUDIENCE) {
    return { error: 'access_denied', error_description: `Service not found: ${audience}` }
  }
  const maxAge = parameters.data.max_age === undefined ? null : Number(parameters.data.max_age)
  return { challenge, scope: grantScopes(scopes, scope), audience, nonce, prompt, ticket, maxAge }
}

const scopes = ['openid', 'profile', 'email', 'offline_access']

export async function answerWithCode(
  c: Context<App>,
  target: Target,
  request: AuthorizationRequest,
  session: Session,
): Promise<Response> {
  const { clientId, redirectUri } = target
  const { challenge, scope, audience, nonce } = request
  const authTime =
    request.maxAge === null ? {} : { authTime: Math.floor(session.startedAt.getTime() / 1000) }
  const data = {
    clientId,
    redirectUri,
    challenge,
    sessionId: session.id,
    scope,
    audience,
    nonce,
    ...authTime,
    family: crypto.randomUUID(),
  }
  const code = await issueOneTimeSecret(c.env.DB, codeKind, session.user.id, data)
  return answer(c, target, { code })
}

export function answerWithError(
  c: Context<App>,
  target: Target,
  { error, error_description }: OAuthError,
): Response | Promise<Response> {
  return answer(c, target, { error, error_description })
}

/**
 * Refuses on a page of the tenant, without a redirect, because the given address may be anyone's.
 */
export function refuseTarget(c: Context<App>) {
  return answerPage(c, {
    title: 'Demande refusée',
    status: 403,
    body: html`<p>Application inconnue, ou adresse de retour absente de sa liste.</p><p lang="en">Callback URL mismatch.</p>`,
  })
}

function answer(
  c: Context<App>,
  target: Target,
  fields: Record<string, string>,
): Response | Promise<Response> {
  const response = { ...fields, ...(target.state !== null && { state: target.state }) }
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  const url = new URL(target.redirectUri)
  if (target.webMessage) return postMessage(c, url.origin, response)
  for (const [name, value] of Object.entries(response)) {
    url.searchParams.set(name, value)
  }
  return c.redirect(url.href, c.req.method === 'POST' ? 303 : 302)
}

/** The page of a hidden frame. The browser delivers its message to the client's origin only. */
function postMessage(
  c: Context<App>,
  clientOrigin: string,
  response: Record<string, string>,
): Response | Promise<Response> {
  const nonce = createToken(32)
  const message = scriptLiteral({ type: 'authorization_response', response })
  const origin = scriptLiteral(clientOrigin)
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors ${clientOrigin}`,
  )
  return c.html(html`<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><title>Connexion</title></head><body>
<script nonce="${nonce}">(window.opener ?? window.parent).postMessage(${raw(message)}, ${raw(origin)})</script>
</body></html>`)
}

function scriptLiteral(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
