import { expect, test } from 'vitest'
import { createSecret } from '../secrets.ts'
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
  await expectError(await redeem({ code, verifier: createSecret() }), 403, refusal)
  expect((await redeem({ code, verifier })).status).toBe(403)
})

test.each([
  [403, 'invalid_grant', { code: 'made-up' }],
  [403, 'invalid_grant', { redirect_uri: 'https://evil.example/callback' }],
  [401, 'access_denied', { client_id: 'someone' }],
  [403, 'unauthorized_client', { ...account }],
  [403, 'unsupported_grant_type', { grant_type: 'implicit' }],
])('answers %i %s for %o', async (status, error, fields) => {
  const grant = await getCode(openBrowser(), await signUp())
  await expectError(await redeem({ ...grant, ...fields }), status, error)
})
