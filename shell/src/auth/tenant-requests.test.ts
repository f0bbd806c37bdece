import { expect, test, vi } from 'vitest'
import { requestTicket, sendPasswordReset } from './tenant-requests.ts'

const settings = {
  domain: 'http://localhost:8788',
  clientId: 'encre-web',
  audience: 'https://encre.example/api',
  connection: 'Username-Password-Authentication',
  session: 'forms',
} as const

const credentials = { email: 'lea@example.com', password: 'secret6' }

function answer(body: unknown, status = 200) {
  return vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(
      new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
    )
}

test('asks for a ticket with exactly what cross-origin authentication expects', async () => {
  const fetched = answer({ login_ticket: 't1', co_verifier: 'v', co_id: 'c' })
  expect(await requestTicket(settings, credentials)).toBe('t1')
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe('http://localhost:8788/co/authenticate')
  expect(init).toMatchObject({
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
  })
  expect(JSON.parse(String(init?.body))).toEqual({
    client_id: 'encre-web',
    username: 'lea@example.com',
    password: 'secret6',
    realm: 'Username-Password-Authentication',
    credential_type: 'http://auth0.com/oauth/grant-type/password-realm',
  })
})

test.each<{ code: string; body: unknown; status: number }>([
  { code: 'access_denied', body: { error: 'access_denied' }, status: 403 },
  {
    code: 'user_exists',
    body: { code: 'user_exists', description: 'The user already exists.', statusCode: 400 },
    status: 400,
  },
  {
    code: 'password_dictionary_error',
    body: { name: 'PasswordDictionaryError', code: 'invalid_password', statusCode: 400 },
    status: 400,
  },
  { code: 'too_many_attempts', body: '<html>', status: 429 },
  { code: 'unknown', body: '<html>', status: 502 },
  { code: 'unknown', body: { co_id: 'no ticket' }, status: 200 },
])('a refusal has the code $code: $body, $status', async ({ code, body, status }) => {
  answer(body, status)
  await expect(requestTicket(settings, credentials)).rejects.toMatchObject({ code })
})

test('no answer has the code network', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(sendPasswordReset(settings, 'lea@example.com')).rejects.toMatchObject({
    code: 'network',
  })
})
