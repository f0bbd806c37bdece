import * as z from 'zod/mini'
import { isCallback, isSite } from '../clients.ts'
import type { OAuthError } from '../oauth-error.ts'

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
  const { client_id: clientId = '', redirect_uri: redirectUri = '', state = null, response_mode } = query
  if (!isSite(env, clientId) || !isCallback(env, redirectUri)) return null
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
    return { error: 'invalid_request', error_description: `Missing or invalid parameter: ${names.join(', ')}` }
  }
  const { code_challenge: challenge, scope, audience = null, nonce = null, prompt = null, login_ticket: ticket = null } = parameters.data
  if (audience !== null && audience !== env.AUTH0_AUDIENCE) {
    return { error: 'access_denied', error_description: `Service not found: ${audience}` }
  }
  const maxAge = parameters.data.max_age === undefined ? null : Number(parameters.data.max_age)
  return { challenge, scope: grantedScope(scope), audience, nonce, prompt, ticket, maxAge }
}

const scopes = ['openid', 'profile', 'email', 'offline_access']

function grantedScope(asked: string): string {
  return scopes.filter((scope) => asked.split(' ').includes(scope)).join(' ')
}
