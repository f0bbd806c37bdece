import { env } from 'cloudflare:workers'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { passwordRealm } from '../clients.ts'
import { account, authenticate, clientId, connection, json, openBrowser, signUp, tenant } from '../testing.ts'

function ask(member: { email: string; password: string }, fields = {}, headers = {}): Promise<Response> {
  const credentials = { username: member.email, password: member.password, realm: connection, scope: 'openid' }
  return openBrowser().send('/oauth/token', json({ grant_type: passwordRealm, ...account, ...credentials, ...fields }, headers))
}

test('answers the account worker with the subject of a right password', async () => {
  const member = await signUp()
  const response = await ask(member)
  expect(response.status).toBe(200)
  const { access_token, id_token } = await response.json<{ access_token: string; id_token: string }>()
  expect(decodeJwt(access_token)).toMatchObject({ sub: `auth0|${member._id}`, aud: `${tenant}/userinfo`, gty: 'password' })
  expect(decodeJwt(id_token)).toMatchObject({ sub: `auth0|${member._id}`, aud: account.client_id })
})

test('answers a wrong password with invalid_grant', async () => {
  const member = await signUp()
  for (const wrong of [
    { ...member, password: 'wrong!' },
    { ...member, email: 'nobody@example.fr' },
  ]) {
    const response = await ask(wrong)
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({ error: 'invalid_grant', error_description: 'Wrong email or password.' })
  }
})

test('counts wrong tries by the address that the account worker forwards', async () => {
  const member = await signUp()
  const from = { 'auth0-forwarded-for': '203.0.113.7' }
  for (let n = 0; n < 10; n++) expect((await ask({ ...member, password: 'wrong!' }, {}, from)).status).toBe(403)
  const blocked = await ask(member, {}, from)
  expect(blocked.status).toBe(429)
  expect(await blocked.json()).toMatchObject({ error: 'too_many_attempts' })
  expect((await ask(member, {}, { 'auth0-forwarded-for': '203.0.113.8' })).status).toBe(200)
})

test('ignores a forwarded address unless the account worker sends it', async () => {
  const member = await signUp()
  for (let n = 0; n < 10; n++) await authenticate(openBrowser(), { ...member, password: 'wrong!' })
  const credentials = {
    client_id: clientId,
    username: member.email,
    password: member.password,
    realm: connection,
    credential_type: passwordRealm,
  }
  const response = await openBrowser().send('/co/authenticate', json(credentials, { 'auth0-forwarded-for': '203.0.113.8' }))
  expect(response.status).toBe(429)
})

test.each([
  [403, 'unauthorized_client', { client_id: clientId, client_secret: '' }],
  [401, 'access_denied', { client_secret: 'wrong' }],
  [403, 'unauthorized_client', { realm: 'google-oauth2' }],
  [403, 'access_denied', { audience: env.AUTH0_MGMT_AUDIENCE }],
])('answers %i %s for %o', async (status, error, fields) => {
  const response = await ask(await signUp(), fields)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error })
})
