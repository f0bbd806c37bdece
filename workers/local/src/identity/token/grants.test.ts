import { env } from 'cloudflare:workers'
import { isoDate } from '@encre/worker/moment'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { passwordRealm } from '../oauth.ts'
import {
  type Account,
  account,
  clientId,
  connection,
  expectError,
  form,
  getTokens,
  json,
  openBrowser,
  signUp,
} from '../testing.ts'

const machineGrant = { grant_type: 'client_credentials', audience: env.AUTH0_MGMT_AUDIENCE }

test.each([
  { status: 401, error: 'access_denied', fields: { ...account, client_secret: 'wrong' } },
  { status: 401, error: 'access_denied', fields: { client_id: account.client_id } },
  { status: 403, error: 'unauthorized_client', fields: { client_id: clientId } },
  { status: 403, error: 'access_denied', fields: { ...account, audience: env.AUTH0_AUDIENCE } },
])(
  'answers $status $error for the credentials of a client with $fields',
  async ({ status, error, fields }) => {
    await expectError(
      await openBrowser().send('/oauth/token', json({ ...machineGrant, ...fields })),
      status,
      error,
    )
  },
)

describe('a password', () => {
  function ask(member: Account, fields = {}, headers = {}): Promise<Response> {
    const credentials = {
      username: member.email,
      password: member.password,
      realm: connection,
      scope: 'openid',
    }
    return openBrowser().send(
      '/oauth/token',
      json({ grant_type: passwordRealm, ...account, ...credentials, ...fields }, headers),
    )
  }

  test('counts wrong tries by the address that the account worker forwards', async () => {
    const member = await signUp()
    const insert = env.DB.prepare(
      'insert into sign_in_attempts (email, address, attempts, expires_at) values (?, ?, 10, ?)',
    )
    await insert.bind(member.email, '203.0.113.7', isoDate(60_000)).run()
    await expectError(
      await ask(member, {}, { 'auth0-forwarded-for': '203.0.113.7' }),
      429,
      'too_many_attempts',
    )
    expect((await ask(member, {}, { 'auth0-forwarded-for': '203.0.113.8' })).status).toBe(200)
  })

  test.each([
    { status: 403, error: 'invalid_grant', fields: { password: 'wrong!' } },
    {
      status: 403,
      error: 'unauthorized_client',
      fields: { client_id: clientId, client_secret: '' },
    },
    { status: 401, error: 'access_denied', fields: { client_secret: 'wrong' } },
    { status: 403, error: 'unauthorized_client', fields: { realm: 'google-oauth2' } },
    { status: 403, error: 'access_denied', fields: { audience: env.AUTH0_MGMT_AUDIENCE } },
  ])('answers $status $error for $fields', async ({ status, error, fields }) => {
    await expectError(await ask(await signUp(), fields), status, error)
  })
})

describe('a refresh token', () => {
  const offline = { scope: 'openid profile email offline_access' }

  function refresh(refreshToken: string, fields = {}): Promise<Response> {
    const grant = {
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: refreshToken,
      ...fields,
    }
    return openBrowser().send('/oauth/token', form(grant))
  }

  async function refreshed(refreshToken: string) {
    return (await refresh(refreshToken)).json<{
      access_token: string
      id_token: string
      refresh_token: string
    }>()
  }

  test('exchanges a refresh token for new tokens and a new refresh token', async () => {
    const first = await getTokens(openBrowser(), await signUp(), offline)
    const second = await refreshed(first.refresh_token)
    expect(decodeJwt(second.access_token)).toMatchObject({
      sub: first.subject,
      scope: offline.scope,
    })
    expect(decodeJwt(second.access_token).aud).toEqual(decodeJwt(first.access_token).aud)
    expect(decodeJwt(second.id_token)).toMatchObject({ sid: decodeJwt(first.id_token).sid })
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await refresh(second.refresh_token)).status).toBe(200)
  })

  test('ends the whole family when a token is used twice', async () => {
    const { refresh_token: stolen } = await getTokens(openBrowser(), await signUp(), offline)
    const { refresh_token: newest } = await refreshed(stolen)
    await expectError(await refresh(stolen), 403, {
      error: 'invalid_grant',
      error_description: 'Unknown or invalid refresh token.',
    })
    expect((await refresh(newest)).status).toBe(403)
  })

  test("refuses an unknown or expired token, and another client's", async () => {
    const { refresh_token } = await getTokens(openBrowser(), await signUp(), offline)
    expect((await refresh('made-up')).status).toBe(403)
    expect((await refresh(refresh_token, account)).status).toBe(403)
    await env.DB.prepare('update refresh_tokens set expires_at = ?').bind(isoDate(-1000)).run()
    expect((await refresh(refresh_token)).status).toBe(403)
  })
})
