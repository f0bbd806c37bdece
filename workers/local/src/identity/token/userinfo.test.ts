import { expect, test } from 'vitest'
import { getManagementToken, getTokens, openBrowser, signUp } from '../testing.ts'

const ask = (token: string) =>
  openBrowser().send('/userinfo', { headers: { authorization: `Bearer ${token}` } })

test("refuses everything but a member's token", async () => {
  const { id_token, access_token } = await getTokens(openBrowser(), await signUp())
  const [header = '', payload = ''] = access_token.split('.')
  const unsigned = `${btoa('{"alg":"none"}')}.${payload}.`
  for (const token of [
    '',
    'made-up',
    id_token,
    unsigned,
    `${header}.${payload}.AAAA`,
    await getManagementToken(),
  ]) {
    const response = await ask(token)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain('invalid_token')
  }
})
