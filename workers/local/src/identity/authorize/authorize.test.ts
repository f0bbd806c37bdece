import { env } from 'cloudflare:workers'
import { isoDate } from '@encre/worker/moment'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import {
  authorization,
  authorize,
  callback,
  getCode,
  getTicket,
  getTokens,
  openBrowser,
  redeem,
  returned,
  signUp,
  site,
} from '../testing.ts'
import { sessionSeconds } from './sessions.ts'

test('accepts a ticket once, even from two requests at once', async () => {
  const browser = openBrowser()
  const { path } = await authorization({ login_ticket: await getTicket(browser, await signUp()) })
  const answers = (await Promise.all([1, 2, 3].map(() => browser.send(path)))).map(returned)
  expect(answers.filter(({ code }) => code)).toHaveLength(1)
  const refusal = {
    error: 'access_denied',
    error_description: 'Unknown or invalid login ticket.',
    state: 'the-state',
  }
  expect(answers.find(({ error }) => error)).toEqual(refusal)
})

test('refuses a ticket from another browser and spends it', async () => {
  const owner = openBrowser()
  const thief = openBrowser()
  const { path } = await authorization({ login_ticket: await getTicket(owner, await signUp()) })
  await getTicket(thief, await signUp())
  expect(returned(await thief.send(path))).toMatchObject({ error: 'access_denied' })
  expect(returned(await owner.send(path))).toMatchObject({ error: 'access_denied' })
})

test('answers a silent request from the session, with a message for the site only', async () => {
  const browser = openBrowser()
  await getCode(browser, await signUp())
  const { path, verifier } = await authorization({
    prompt: 'none',
    response_mode: 'web_message',
    state: '</script><script>',
  })
  const response = await browser.send(path)
  const page = await response.text()
  const [, nonce, message = '', origin] =
    page.match(
      /<script nonce="([^"]+)">\(window\.opener \?\? window\.parent\)\.postMessage\((.+), "([^"]+)"\)<\/script>/,
    ) ?? []
  expect(origin).toBe(site)
  expect(response.headers.get('content-security-policy')).toContain(`script-src 'nonce-${nonce}'`)
  expect(response.headers.get('content-security-policy')).toContain(`frame-ancestors ${site}`)
  expect(message).not.toContain('<')
  const { type, response: answer } = JSON.parse(message)
  expect(type).toBe('authorization_response')
  expect(answer.state).toBe('</script><script>')
  expect((await redeem({ code: answer.code, verifier })).status).toBe(200)
})

test("a client of development signs in on the tenant's page, at its own address only", async () => {
  const origin = env.AUTH0_DEVELOPMENT_ORIGIN
  const development = {
    client_id: env.AUTH0_DEVELOPMENT_CLIENT_ID,
    redirect_uri: `${origin}/callback`,
  }
  const browser = openBrowser()
  await getCode(browser, await signUp())
  const { path, verifier } = await authorization(development)
  const location = new URL((await browser.send(path)).headers.get('location') ?? '')
  expect(location.origin).toBe(origin)
  const code = location.searchParams.get('code') ?? ''
  expect((await redeem({ ...development, code, verifier })).status).toBe(200)

  const silent = await authorization({
    ...development,
    prompt: 'none',
    response_mode: 'web_message',
  })
  const answer = await browser.send(silent.path)
  expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${origin}`)
  for (const others of [
    { client_id: env.AUTH0_DEVELOPMENT_CLIENT_ID },
    { redirect_uri: `${origin}/callback` },
  ]) {
    expect((await browser.send((await authorization(others)).path)).status).toBe(403)
  }
})

test('answers login_required to a silent request without a session', async () => {
  const query = await authorize(openBrowser(), { prompt: 'none' })
  expect(returned(query)).toEqual({
    error: 'login_required',
    error_description: 'Login required',
    state: 'the-state',
  })
  const message = await authorize(openBrowser(), { prompt: 'none', response_mode: 'web_message' })
  expect(await message.text()).toContain('"error":"login_required"')
})

test.each([
  `${callback}/`,
  `${site}.evil.example/callback`,
  'https://evil.example/callback',
  callback.replace('localhost', '127.0.0.1'),
  '',
])('sends nothing to the unlisted address "%s"', async (redirect_uri) => {
  const browser = openBrowser()
  await getCode(browser, await signUp())
  for (const response_mode of ['query', 'web_message']) {
    const response = await authorize(browser, { redirect_uri, response_mode })
    expect(response.status).toBe(403)
    expect(response.headers.get('location')).toBeNull()
    expect(await response.text()).not.toContain('<script')
  }
})

test.each([
  { error: 'invalid_request', fields: { response_type: 'token' } },
  { error: 'invalid_request', fields: { response_mode: 'fragment' } },
  { error: 'invalid_request', fields: { code_challenge_method: 'plain' } },
  { error: 'invalid_request', fields: { code_challenge: 'short' } },
  { error: 'access_denied', fields: { audience: 'https://another.example/api' } },
])('comes back with $error for $fields', async ({ error, fields }) => {
  const browser = openBrowser()
  await getCode(browser, await signUp())
  expect(returned(await authorize(browser, fields))).toMatchObject({ error, state: 'the-state' })
})

test('tells a client that asks for `max_age` when the member signed in, and no other', async () => {
  const member = await signUp()
  const before = Math.floor(Date.now() / 1000)
  const { id_token } = await getTokens(openBrowser(), member, { max_age: '0' })
  expect(decodeJwt(id_token).auth_time).toBeGreaterThanOrEqual(before)
  expect(decodeJwt((await getTokens(openBrowser(), member)).id_token)).not.toHaveProperty(
    'auth_time',
  )
})

test('asks a member for the password once their sign-in is older than `max_age`', async () => {
  const browser = openBrowser()
  await getCode(browser, await signUp())
  // The session started a minute ago.
  await env.DB.prepare('update sessions set expires_at = ?')
    .bind(isoDate((sessionSeconds - 60) * 1000))
    .run()
  expect(returned(await authorize(browser, { max_age: '3600' }))).toHaveProperty('code')
  const page = await authorize(browser, { max_age: '30' })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Se connecter')])
  expect(returned(await authorize(browser, { max_age: '30', prompt: 'none' }))).toMatchObject({
    error: 'login_required',
  })
})
