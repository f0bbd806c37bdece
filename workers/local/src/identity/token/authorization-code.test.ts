import { createToken } from '@encre/worker/secrets'
import { expect, test } from 'vitest'
import { account, expectError, getCode, openBrowser, redeem, signUp } from '../testing.ts'

test('accepts a code once, even from ten requests at once', async () => {
  const grant = await getCode(openBrowser(), await signUp())
  const responses = await Promise.all(Array.from({ length: 10 }, () => redeem(grant)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  await expectError(await redeem(grant), 403, {
    error: 'invalid_grant',
    error_description: 'Invalid authorization code',
  })
})

test('refuses a wrong verifier and spends the code', async () => {
  const { code, verifier } = await getCode(openBrowser(), await signUp())
  const refusal = { error: 'invalid_grant', error_description: 'Failed to verify code verifier' }
  await expectError(await redeem({ code, verifier: createToken(32) }), 403, refusal)
  expect((await redeem({ code, verifier })).status).toBe(403)
})

test.each([
  { status: 403, error: 'invalid_grant', fields: { code: 'made-up' } },
  {
    status: 403,
    error: 'invalid_grant',
    fields: { redirect_uri: 'https://evil.example/callback' },
  },
  { status: 401, error: 'access_denied', fields: { client_id: 'someone' } },
  { status: 403, error: 'unauthorized_client', fields: { ...account } },
  { status: 403, error: 'unsupported_grant_type', fields: { grant_type: 'implicit' } },
])('answers $status $error for $fields', async ({ status, error, fields }) => {
  const grant = await getCode(openBrowser(), await signUp())
  await expectError(await redeem({ ...grant, ...fields }), status, error)
})
