import { env, exports } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import { passwordAttemptLifetimeMs } from './lifetimes.ts'
import { places } from './places.ts'
import { callAs, createAccount, expectProblem, member, password, tenant } from './testing.ts'

const refusal = (status: number, error: string) => () =>
  Response.json({ error, error_description: 'in English' }, { status })

function change(body: unknown, headers: Record<string, string> = {}) {
  return callAs(member, '/api/account/password', {
    method: 'PUT',
    body: JSON.stringify(body),
    headers,
  })
}

const { limit: passwordAttemptsPerHour } = places.costs.password
const right = { currentPassword: password, newPassword: 'new-secret' }

it("changes the password and sends the member's IP address to the tenant", async () => {
  expect((await change(right, { 'cf-connecting-ip': '203.0.113.7' })).status).toBe(204)
  expect(tenant.accounts.get(member)?.password).toBe('new-secret')
  expect(tenant.addresses).toEqual(['203.0.113.7'])
})

it('refuses a new password of five characters without a request to the tenant', async () => {
  await expectProblem(await change({ ...right, newPassword: '12345' }), 400, 'password-too-short')
  expect(tenant.calls).toEqual([])
})

it('refuses a new password of more bytes than the tenant reads', async () => {
  const newPassword = 'é'.repeat(37)
  await expectProblem(await change({ ...right, newPassword }), 400, 'password-too-long')
  expect(tenant.calls).toEqual([])
})

it('refuses a wrong and an empty current password', async () => {
  await expectProblem(await change({ ...right, currentPassword: 'guess' }), 403, 'wrong-password')
  await expectProblem(await change({ ...right, currentPassword: '' }), 403, 'wrong-password')
  expect(tenant.accounts.get(member)?.password).toBe(password)
})

it('refuses the right password of another account with the same address', async () => {
  createAccount({ password: 'of-this-account' }, member)
  createAccount()
  await expectProblem(await change(right), 403, 'wrong-password')
  expect([...tenant.accounts.values()].map(({ password }) => password)).toEqual([
    'of-this-account',
    password,
  ])
})

it.each([
  { error: 'too_many_attempts', status: 429, answered: 429, code: 'too-many-attempts' },
  { error: 'password_leaked', status: 401, answered: 403, code: 'password-leaked' },
  { error: 'unauthorized', status: 403, answered: 403, code: 'account-blocked' },
  { error: 'unauthorized_client', status: 403, answered: 503, code: 'unavailable' },
])("answers the tenant's $error", async ({ error, status, answered, code }) => {
  tenant.answers.set('POST /oauth/token', [refusal(status, error)])
  await expectProblem(await change(right), answered, code)
  expect(tenant.accounts.get(member)?.password).toBe(password)
})

it.each([
  {
    message: 'PasswordStrengthError: Password is too weak',
    status: 400,
    code: 'password-too-weak',
  },
  {
    message: 'PasswordDictionaryError: Password is too common',
    status: 400,
    code: 'password-too-common',
  },
  {
    message: 'PasswordNoUserInfoError: Password contains user information',
    status: 400,
    code: 'password-is-personal',
  },
  { message: 'The connection does not exist.', status: 503, code: 'unavailable' },
])('answers the refusal "$message"', async ({ message, status, code }) => {
  tenant.answers.set(`PATCH /api/v2/users/${member}`, [
    () => Response.json({ statusCode: 400, message }, { status: 400 }),
  ])
  await expectProblem(await change(right), status, code)
})

it('a change can be tried ten times an hour, even concurrently', async () => {
  const guesses = await Promise.all(
    Array.from({ length: passwordAttemptsPerHour + 4 }, () =>
      change({ ...right, currentPassword: 'guess' }),
    ),
  )
  expect(guesses.filter(({ status }) => status === 403)).toHaveLength(passwordAttemptsPerHour)
  await expectProblem(await change(right), 429, 'too-many-attempts')
  expect(tenant.accounts.get(member)?.password).toBe(password)

  vi.setSystemTime(Date.now() + passwordAttemptLifetimeMs + 60_000)
  const { placesDeleted } = await exports.default.sweep()
  expect(placesDeleted).toBeGreaterThanOrEqual(passwordAttemptsPerHour)
  expect((await change(right)).status).toBe(204)
  expect(
    await env.DB.prepare('select count(*) as count from places where holder = ?')
      .bind(member)
      .first('count'),
  ).toBe(1)
})
