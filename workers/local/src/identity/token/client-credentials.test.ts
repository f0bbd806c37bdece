import { env } from 'cloudflare:workers'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { account, clientId, form, getManagementToken, json, openBrowser } from '../testing.ts'

const grant = { grant_type: 'client_credentials', audience: env.AUTH0_MGMT_AUDIENCE }

test('issues the account worker a token for the Management API', async () => {
  expect(decodeJwt(await getManagementToken())).toMatchObject({
    sub: `${account.client_id}@clients`,
    aud: env.AUTH0_MGMT_AUDIENCE,
    scope: 'read:users update:users delete:users read:clients',
    gty: 'client-credentials',
  })
})

test('grants only requested scopes that the client has', async () => {
  expect(decodeJwt(await getManagementToken('read:users create:users'))).toMatchObject({ scope: 'read:users' })
})

test('accepts the secret in a Basic header', async () => {
  const authorization = `Basic ${btoa(`${account.client_id}:${account.client_secret}`)}`
  expect((await openBrowser().send('/oauth/token', form(grant, { authorization }))).status).toBe(200)
})

test.each(['Basic ###', `Basic ${btoa('%E0%A4%A:x')}`, `Basic ${btoa('only-an-id')}`])('refuses the header %s', async (authorization) => {
  const response = await openBrowser().send('/oauth/token', form({ ...grant, ...account }, { authorization }))
  expect(response.status).toBe(401)
})

test.each([
  [401, 'access_denied', { ...account, client_secret: 'wrong' }],
  [401, 'access_denied', { client_id: account.client_id }],
  [403, 'unauthorized_client', { client_id: clientId }],
  [403, 'access_denied', { ...account, audience: env.AUTH0_AUDIENCE }],
  [403, 'access_denied', { ...account, audience: '' }],
])('answers %i %s for %o', async (status, error, fields) => {
  const response = await openBrowser().send('/oauth/token', json({ ...grant, ...fields }))
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error })
})
