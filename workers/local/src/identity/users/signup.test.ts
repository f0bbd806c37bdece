import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { clientId, connection, json, openBrowser, signUp } from '../testing.ts'

const send = (fields: object) =>
  openBrowser().send(
    '/dbconnections/signup',
    json({ client_id: clientId, connection, password: 'aiguille', ...fields }),
  )

test('creates an account and answers it without the password', async () => {
  const response = await send({ email: ' Ana@Example.fr ', name: 'Ana' })
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
  const response = await send({ email: email.toUpperCase() })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    name: 'BadRequestError',
    code: 'user_exists',
    description: 'The user already exists.',
    statusCode: 400,
  })
})

const refused = (name: string) => ({ name, code: 'invalid_password', statusCode: 400 })
const tooWeak = refused('PasswordStrengthError')
const tooCommon = refused('PasswordDictionaryError')
const personal = refused('PasswordNoUserInfoError')

test.each([
  { name: 'a password of five characters', fields: { password: 'abc12' }, answer: tooWeak },
  { name: 'one of the most common passwords', fields: { password: 'Azerty' }, answer: tooCommon },
  {
    name: 'a part of the name',
    fields: { name: 'Ana Lune', password: 'LUNE-1234' },
    answer: personal,
  },
  { name: 'the first part of the address', fields: { password: 'mybad@2026' }, answer: personal },
  {
    name: 'a password of more bytes than bcrypt reads',
    fields: { password: 'é'.repeat(37) },
    answer: tooWeak,
  },
  { name: 'another client', fields: { client_id: 'someone' }, answer: { code: 'invalid_signup' } },
  { name: 'what is no address', fields: { email: 'ana' }, answer: { code: 'invalid_signup' } },
])('refuses $name', async ({ fields, answer }) => {
  const response = await send({ email: 'bad@example.fr', ...fields })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject(answer)
})

test('stores only a salted hash of a password', async () => {
  const one = await signUp({ password: 'same-secret' })
  const other = await signUp({ password: 'same-secret' })
  const { results } = await env.DB.prepare('select password_hash from users where email in (?, ?)')
    .bind(one.email, other.email)
    .all<{ password_hash: string }>()
  const hashes = results.map((row) => row.password_hash)
  expect(new Set(hashes).size).toBe(2)
  expect(hashes.join()).not.toContain('same-secret')
})
