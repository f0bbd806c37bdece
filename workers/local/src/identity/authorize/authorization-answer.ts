import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { App } from '../../app.ts'
import type { OAuthError } from '../oauth-error.ts'
import { codeKind, issueOneTimeSecret } from '../one-time-store.ts'
import { answerPage } from '../page.ts'
import { createSecret } from '../secrets.ts'
import type { AuthorizationRequest, Target } from './authorization-request.ts'
import type { Session } from './sessions-store.ts'

export async function answerWithCode(c: Context<App>, target: Target, request: AuthorizationRequest, session: Session): Promise<Response> {
  const { clientId, redirectUri } = target
  const { challenge, scope, audience, nonce } = request
  const authTime = request.maxAge === null ? {} : { authTime: Math.floor(session.startedAt.getTime() / 1000) }
  const data = { clientId, redirectUri, challenge, sessionId: session.id, scope, audience, nonce, ...authTime, family: crypto.randomUUID() }
  const code = await issueOneTimeSecret(c.env.DB, codeKind, session.user.id, data)
  return answer(c, target, { code })
}

export function answerWithError(c: Context<App>, target: Target, { error, error_description }: OAuthError): Response | Promise<Response> {
  return answer(c, target, { error, error_description })
}

/** Refuses on a page of the tenant, without a redirect, because the given address may be anyone's. */
export function refuseTarget(c: Context<App>) {
  return answerPage(c, {
    title: 'Demande refusée',
    status: 403,
    body: html`<p>Application inconnue, ou adresse de retour absente de sa liste.</p><p lang="en">Callback URL mismatch.</p>`,
  })
}

function answer(c: Context<App>, target: Target, fields: Record<string, string>): Response | Promise<Response> {
  const response = { ...fields, ...(target.state !== null && { state: target.state }) }
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  if (target.webMessage) return postMessage(c, response)
  const url = new URL(target.redirectUri)
  for (const [name, value] of Object.entries(response)) url.searchParams.set(name, value)
  return c.redirect(url.href, c.req.method === 'POST' ? 303 : 302)
}

/** The page of a hidden frame. The browser delivers its message to the site's origin only. */
function postMessage(c: Context<App>, response: Record<string, string>): Response | Promise<Response> {
  const nonce = createSecret()
  const message = scriptLiteral({ type: 'authorization_response', response })
  const origin = scriptLiteral(c.env.SITE_ORIGIN)
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors ${c.env.SITE_ORIGIN}`,
  )
  return c.html(html`<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><title>Connexion</title></head><body>
<script nonce="${nonce}">(window.opener ?? window.parent).postMessage(${raw(message)}, ${raw(origin)})</script>
</body></html>`)
}

/** JSON that cannot close its script element, whatever `state` contains. */
function scriptLiteral(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
