import { env } from 'cloudflare:workers'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { isoDate } from '../dates.ts'
import { account, clientId, form, getTokens, openBrowser, signUp } from '../testing.ts'

const offline = { scope: 'openid profile email offline_access' }

function refresh(refreshToken: string, fields = {}): Promise<Response> {
  return openBrowser().send(
    '/oauth/token',
    form({ grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken, ...fields }),
  )
}

async function refreshed(refreshToken: string) {
  return (await refresh(refreshToken)).json<{ access_token: string; id_token: string; refresh_token: string }>()
}

test('exchanges a refresh token for new tokens and a new refresh token', async () => {
  const first = await getTokens(openBrowser(), await signUp(), offline)
  const second = await refreshed(first.refresh_token)
  expect(decodeJwt(second.access_token)).toMatchObject({ sub: first.subject, scope: offline.scope })
  expect(decodeJwt(second.access_token).aud).toEqual(decodeJwt(first.access_token).aud)
  expect(decodeJwt(second.id_token)).toMatchObject({ sid: decodeJwt(first.id_token).sid })
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect((await refresh(second.refresh_token)).status).toBe(200)
})

test('ends the whole family when a token is used twice', async () => {
  const { refresh_token: stolen } = await getTokens(openBrowser(), await signUp(), offline)
  const { refresh_token: newest } = await refreshed(stolen)
  const reused = await refresh(stolen)
  expect(reused.status).toBe(403)
  expect(await reused.json()).toEqual({ error: 'invalid_grant', error_description: 'Unknown or invalid refresh token.' })
  expect((await refresh(newest)).status).toBe(403)
})

test('accepts one of two simultaneous uses', async () => {
  const { refresh_token } = await getTokens(openBrowser(), await signUp(), offline)
  const statuses = (await Promise.all([refresh(refresh_token), refresh(refresh_token)])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 403])
})

test("refuses an unknown or expired token, and another client's", async () => {
  const { refresh_token } = await getTokens(openBrowser(), await signUp(), offline)
  expect((await refresh('made-up')).status).toBe(403)
  expect((await refresh(refresh_token, account)).status).toBe(403)
  await env.DB.prepare('update refresh_tokens set expires_at = ?').bind(isoDate(-1)).run()
  expect((await refresh(refresh_token)).status).toBe(403)
})

test('stores only the digest of a refresh token', async () => {
  const { refresh_token } = await getTokens(openBrowser(), await signUp(), offline)
  const { results } = await env.DB.prepare('select * from refresh_tokens').all()
  expect(results.length).toBeGreaterThan(0)
  expect(JSON.stringify(results)).not.toContain(refresh_token)
})
