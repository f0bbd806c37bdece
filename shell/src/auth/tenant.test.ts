import { afterEach, expect, test, vi } from 'vitest'
import { createAccount, requestTicket, sendPasswordReset } from './tenant.ts'

const settings = {
  domain: 'http://localhost:8788',
  clientId: 'encre-web',
  audience: 'https://encre.example/api',
  connection: 'Username-Password-Authentication',
  session: 'forms',
} as const

const credentials = { email: 'lea@example.com', password: 'secret6' }

function answer(body: unknown, status = 200) {
  return vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
}

afterEach(() => vi.restoreAllMocks())

test('asks for a ticket with exactly what cross-origin authentication expects', async () => {
  const fetched = answer({ login_ticket: 't1', co_verifier: 'v', co_id: 'c' })
  expect(await requestTicket(settings, credentials)).toBe('t1')
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe('http://localhost:8788/co/authenticate')
  expect(init).toMatchObject({ method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' } })
  expect(JSON.parse(String(init?.body))).toEqual({
    client_id: 'encre-web',
    username: 'lea@example.com',
    password: 'secret6',
    realm: 'Username-Password-Authentication',
    credential_type: 'http://auth0.com/oauth/grant-type/password-realm',
  })
})

test('a refusal carries the code of either kind of endpoint', async () => {
  answer({ error: 'access_denied', error_description: 'Wrong email or password.' }, 403)
  await expect(requestTicket(settings, credentials)).rejects.toMatchObject({ code: 'access_denied' })
  vi.restoreAllMocks()
  answer({ code: 'user_exists', description: 'The user already exists.', statusCode: 400 }, 400)
  await expect(createAccount(settings, { ...credentials, name: 'Léa' })).rejects.toMatchObject({ code: 'user_exists' })
})

test('any 429 reads as too many attempts, a body that is not JSON as unknown', async () => {
  answer('<html>', 429)
  await expect(requestTicket(settings, credentials)).rejects.toMatchObject({ code: 'too_many_attempts' })
  vi.restoreAllMocks()
  answer('<html>', 502)
  await expect(requestTicket(settings, credentials)).rejects.toMatchObject({ code: 'unknown' })
  vi.restoreAllMocks()
  answer({ co_id: 'no ticket' })
  await expect(requestTicket(settings, credentials)).rejects.toMatchObject({ code: 'unknown' })
})

test('no answer has the code network', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(sendPasswordReset(settings, 'lea@example.com')).rejects.toMatchObject({ code: 'network' })
})
