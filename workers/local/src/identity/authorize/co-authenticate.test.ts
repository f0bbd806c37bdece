import { expect, test } from 'vitest'
import { passwordRealm } from '../oauth.ts'
import {
  type Account,
  authenticate,
  clientId,
  connection,
  expectError,
  json,
  openBrowser,
  signUp,
  site,
} from '../testing.ts'

test('exchanges a right password for a ticket, bound to an HttpOnly cookie', async () => {
  const member = await signUp()
  const response = await authenticate(openBrowser(), {
    ...member,
    email: member.email.toUpperCase(),
  })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    login_ticket: expect.any(String),
    co_verifier: expect.any(String),
    co_id: expect.any(String),
  })
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^tenant_browser_8788=.+; HttpOnly; SameSite=Lax$/),
  ])
  expect(response.headers.get('access-control-allow-origin')).toBe(site)
  expect(response.headers.get('access-control-allow-credentials')).toBe('true')
})

test('gives the same answer to a wrong password and to an unknown address', async () => {
  const member = await signUp()
  for (const changed of [{ password: 'abc124' }, { email: 'nobody@example.fr' }]) {
    const answer = await authenticate(openBrowser(), { ...member, ...changed })
    await expectError(answer, 403, {
      error: 'access_denied',
      error_description: 'Wrong email or password.',
    })
  }
})

test('blocks one account for one address after ten wrong tries, even with the right password', async () => {
  const member = await signUp()
  const other = await signUp()
  for (let n = 0; n < 10; n++) {
    expect((await authenticate(openBrowser(), { ...member, password: 'wrong!' })).status).toBe(403)
  }
  await expectError(await authenticate(openBrowser(), member), 429, 'too_many_attempts')
  expect((await authenticate(openBrowser(), other)).status).toBe(200)
  const elsewhere = {
    ...account(member),
    headers: { ...json({}).headers, 'cf-connecting-ip': '203.0.113.9' },
  }
  expect((await openBrowser().send('/co/authenticate', elsewhere)).status).toBe(200)
})

test.each([
  { site: 'another site', request: json({}, { origin: 'https://evil.example' }) },
  {
    site: 'no site at all',
    request: { method: 'POST', headers: { 'content-type': 'application/json' } },
  },
])('refuses $site', async ({ request: { method = 'POST', headers = {} } }) => {
  const response = await openBrowser().send('/co/authenticate', {
    ...account(await signUp()),
    method,
    headers,
  })
  await expectError(response, 401, {
    error: 'unauthorized_client',
    error_description: 'Cross origin login not allowed.',
  })
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

function account({ email, password }: Account): RequestInit {
  return json({
    client_id: clientId,
    username: email,
    password,
    realm: connection,
    credential_type: passwordRealm,
  })
}
