import { expect, test } from 'vitest'
import { getManagementToken, getTokens, openBrowser, signUp } from '../testing.ts'

const ask = (token: string) => openBrowser().send('/userinfo', { headers: { authorization: `Bearer ${token}` } })

test('answers the member of a token', async () => {
  const member = await signUp()
  const { access_token } = await getTokens(openBrowser(), member)
  expect(await (await ask(access_token)).json()).toEqual({
    sub: `auth0|${member._id}`,
    email: member.email,
    email_verified: false,
    name: 'Ana Le Goff',
    nickname: member.email.split('@')[0],
    updated_at: expect.any(String),
  })
})

test("refuses everything but a member's token", async () => {
  const { id_token, access_token } = await getTokens(openBrowser(), await signUp())
  const [header = '', payload = ''] = access_token.split('.')
  const unsigned = `${btoa('{"alg":"none"}')}.${payload}.`
  for (const token of ['', 'made-up', id_token, unsigned, `${header}.${payload}.AAAA`, await getManagementToken()]) {
    const response = await ask(token)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain('invalid_token')
  }
})
