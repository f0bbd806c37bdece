import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { clientId, connection, json, openBrowser, signUp } from '../testing.ts'

const path = '/dbconnections/signup'

test('creates an account and answers it without the password', async () => {
  const body = { client_id: clientId, connection, email: ' Ana@Example.fr ', password: 'aiguille', name: 'Ana' }
  const response = await openBrowser().send(path, json(body))
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    _id: expect.stringMatching(/^[0-9a-f]{24}$/),
    email: 'ana@example.fr',
    email_verified: false,
    name: 'Ana',
  })
})

test('refuses a taken address in any case, with `code`', async () => {
  const { email } = await signUp()
  const response = await openBrowser().send(
    path,
    json({ client_id: clientId, connection, email: email.toUpperCase(), password: 'aiguille' }),
  )
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    name: 'BadRequestError',
    code: 'user_exists',
    description: 'The user already exists.',
    statusCode: 400,
  })
})

test.each([
  ['five characters', 'abc12'],
  ['the most common ones', 'Azerty'],
  ['more bytes than bcrypt reads', 'é'.repeat(37)],
])('refuses a password of %s as too weak', async (_, password) => {
  const response = await openBrowser().send(path, json({ client_id: clientId, connection, email: 'weak@example.fr', password }))
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ name: 'PasswordStrengthError', code: 'invalid_password', statusCode: 400 })
})

test.each([
  ['another client', { client_id: 'someone' }],
  ['another connection', { connection: 'google-oauth2' }],
  ['what is no address', { email: 'ana' }],
  ['no password', { password: undefined }],
])('refuses %s', async (_, fields) => {
  const body = { client_id: clientId, connection, email: 'bad@example.fr', password: 'aiguille', ...fields }
  const response = await openBrowser().send(path, json(body))
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'invalid_signup' })
})

test('stores only a salted hash of a password', async () => {
  const [one, other] = [await signUp({ password: 'same-secret' }), await signUp({ password: 'same-secret' })]
  const { results } = await env.DB.prepare('select password_hash from users where email in (?, ?)')
    .bind(one.email, other.email)
    .all<{ password_hash: string }>()
  const hashes = results.map((row) => row.password_hash)
  expect(new Set(hashes).size).toBe(2)
  expect(hashes.join()).not.toContain('same-secret')
})
