import { expect, test } from 'vitest'
import {
  authenticate,
  authorize,
  type Browser,
  clientId,
  connection,
  form,
  getManagementToken,
  getTokens,
  openBrowser,
  returned,
  signUp,
} from '../testing.ts'

function send(id: string, token: string, change: unknown, method = 'PATCH'): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = typeof change === 'string' ? change : JSON.stringify(change)
  return openBrowser().send(`/api/v2/users/${encodeURIComponent(id)}`, {
    method,
    headers,
    ...(method === 'PATCH' && { body }),
  })
}

const remove = (id: string, token: string) => send(id, token, null, 'DELETE')

/** Whether the member's session or refresh token still gives tokens. */
async function isSignedIn(browser: Browser, refresh_token: string): Promise<boolean> {
  const refreshed = await browser.send(
    '/oauth/token',
    form({ grant_type: 'refresh_token', client_id: clientId, refresh_token }),
  )
  return (
    refreshed.ok ||
    returned(await authorize(browser, { prompt: 'none' })).error !== 'login_required'
  )
}

test('replaces a password and ends sessions and refresh tokens', async () => {
  const browser = openBrowser()
  const member = await signUp()
  const { subject, refresh_token } = await getTokens(browser, member, {
    scope: 'openid offline_access',
  })
  expect(
    (await send(subject, await getManagementToken(), { password: 'new-secret', connection }))
      .status,
  ).toBe(200)
  expect(await isSignedIn(browser, refresh_token)).toBe(false)
  expect((await authenticate(openBrowser(), member)).status).toBe(403)
  expect((await authenticate(openBrowser(), { ...member, password: 'new-secret' })).status).toBe(
    200,
  )
})

test('ends every session and refresh token of a user', async () => {
  const browsers = [openBrowser(), openBrowser()]
  const member = await signUp()
  const scope = 'openid offline_access'
  const tokens = await Promise.all(browsers.map((browser) => getTokens(browser, member, { scope })))
  const [{ subject } = { subject: '' }] = tokens
  for (const kind of ['sessions', 'refresh-tokens']) {
    const answer = await openBrowser().send(
      `/api/v2/users/${encodeURIComponent(subject)}/${kind}`,
      {
        method: 'DELETE',
        headers: { authorization: `Bearer ${await getManagementToken()}` },
      },
    )
    expect(answer.status).toBe(202)
  }
  for (const [index, browser] of browsers.entries())
    expect(await isSignedIn(browser, tokens[index]?.refresh_token ?? '')).toBe(false)
  expect((await authenticate(openBrowser(), member)).status).toBe(200)
})

test('deletes a user with sessions and refresh tokens, refuses their sign-in and frees the address', async () => {
  const browser = openBrowser()
  const member = await signUp()
  const { subject, access_token, refresh_token } = await getTokens(browser, member, {
    scope: 'openid offline_access',
  })
  const token = await getManagementToken()
  expect([(await remove(subject, token)).status, (await remove(subject, token)).status]).toEqual([
    204, 204,
  ])

  expect((await send(subject, token, { name: 'Zoé' })).status).toBe(404)
  expect(await isSignedIn(browser, refresh_token)).toBe(false)
  expect(
    (await browser.send('/userinfo', { headers: { authorization: `Bearer ${access_token}` } }))
      .status,
  ).toBe(401)
  expect((await authenticate(openBrowser(), member)).status).toBe(403)
  expect((await signUp({ email: member.email }))._id).not.toBe(subject.replace('auth0|', ''))
})

test.each([
  { errorCode: 'invalid_body', change: { email: 'other@example.fr' } },
  { errorCode: 'invalid_body', change: 'not JSON' },
  {
    errorCode: 'inexistent_connection',
    change: { password: 'new-secret', connection: 'google-oauth2' },
  },
])('answers 400 $errorCode for $change', async ({ errorCode, change }) => {
  const { _id } = await signUp()
  const response = await send(`auth0|${_id}`, await getManagementToken(), change)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ statusCode: 400, error: 'Bad Request', errorCode })
})

test("refuses no token, a member's own token and a token without the scope", async () => {
  const { subject, access_token } = await getTokens(openBrowser(), await signUp())
  const statuses = [
    await send(subject, '', { name: 'Zoé' }),
    await send(subject, access_token, { name: 'Zoé' }),
    await send(subject, await getManagementToken('delete:users'), { name: 'Zoé' }),
    await remove(subject, access_token),
    await remove(subject, await getManagementToken('update:users')),
  ].map(({ status }) => status)
  expect(statuses).toEqual([401, 401, 403, 401, 403])
})
