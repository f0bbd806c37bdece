import { env } from 'cloudflare:workers'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { createSecret } from '../secrets.ts'
import { account, clientId, expectError, getCode, getTokens, openBrowser, redeem, signUp, tenant } from '../testing.ts'

test('issues tokens that the published key verifies', async () => {
  const member = await signUp()
  const tokens = await getTokens(openBrowser(), member)
  expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'openid profile email', expires_in: Number(env.ACCESS_TOKEN_SECONDS) })
  expect(tokens).not.toHaveProperty('refresh_token')

  const keys = createLocalJWKSet(await (await openBrowser().send('/.well-known/jwks.json')).json())
  const access = await jwtVerify(tokens.access_token, keys, { issuer: `${tenant}/`, audience: env.AUTH0_AUDIENCE, algorithms: ['RS256'] })
  expect(access.payload).toMatchObject({ sub: `auth0|${member._id}`, azp: clientId, aud: [env.AUTH0_AUDIENCE, `${tenant}/userinfo`] })
  expect(access.payload).not.toHaveProperty('gty')
  expect((access.payload.exp ?? 0) - (access.payload.iat ?? 0)).toBe(Number(env.ACCESS_TOKEN_SECONDS))

  const id = await jwtVerify(tokens.id_token, keys, { issuer: `${tenant}/`, audience: clientId, algorithms: ['RS256'] })
  expect(id.payload).toMatchObject({
    sub: `auth0|${member._id}`,
    aud: clientId,
    nonce: 'the-nonce',
    email: member.email,
    email_verified: false,
    name: 'Ana Le Goff',
    sid: expect.any(String),
    updated_at: expect.any(String),
  })
})

test('accepts a code once, even from ten requests at once', async () => {
  const grant = await getCode(openBrowser(), await signUp())
  const responses = await Promise.all(Array.from({ length: 10 }, () => redeem(grant)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  await expectError(await redeem(grant), 403, { error: 'invalid_grant', error_description: 'Invalid authorization code' })
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
