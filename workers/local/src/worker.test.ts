import { exports } from 'cloudflare:workers'
import { cutBody } from '@encre/worker/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { authenticate, openBrowser, signUp, site } from './identity/testing.ts'

test.each(['localhost', '127.0.0.1', '[::1]'])('answers on %s', async (host) => {
  const response = await exports.default.fetch(`http://${host}:8788/health`)
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringMatching(/^ok local\nok local d1 \d+ ms\n$/),
  ])
})

const others = [
  'encre.example:8788',
  'localhost.evil.example:8788',
  '192.168.1.20:8788',
  '127.0.0.2:8788',
]
test.each([...others, 'localhost:1', 'localhost', '127.0.0.1:8787'])(
  'is nothing to %s',
  async (host) => {
    for (const path of [
      '/health',
      '/authorize',
      '/mailbox',
      '/v1/models',
      '/co/authenticate',
      '/.well-known/openid-configuration',
    ]) {
      const response = await exports.default.fetch(`http://${host}${path}`)
      expect([response.status, await response.text()]).toEqual([404, ''])
    }
  },
)

test("lets only the site's page read answers, with cookies", async () => {
  const ask = (origin: string) =>
    openBrowser().send('/oauth/token', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
  const allowed = await ask(site)
  expect(allowed.headers.get('access-control-allow-origin')).toBe(site)
  expect(allowed.headers.get('access-control-allow-credentials')).toBe('true')
  expect(allowed.headers.get('access-control-allow-headers')).toContain('Auth0-Client')
  for (const origin of [
    'https://evil.example',
    'null',
    `${site}0`,
    site.replace('localhost', '127.0.0.1'),
  ]) {
    expect((await ask(origin)).headers.get('access-control-allow-origin')).toBeNull()
  }
})

test.each(['/u/login', '/reset-password', '/oauth/token', '/v1/images/edits', '/co/authenticate'])(
  'a body that ends too early is no fault of %s',
  async (path) => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const answer = await openBrowser().send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: cutBody(),
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid-request' }])
    expect(errors).not.toHaveBeenCalled()
    errors.mockRestore()
  },
)

describe('the faults of tests', () => {
  const { send } = openBrowser()
  const setFault = (fault: unknown) =>
    send('/faults', { method: 'PUT', body: JSON.stringify(fault) })

  afterEach(async () => {
    expect((await send('/faults', { method: 'DELETE' })).status).toBe(204)
  })

  test('makes an endpoint fail the given number of times, readable by the page, then work again', async () => {
    const member = await signUp()
    const body = { error: 'too_many_attempts' }
    expect(
      (await setFault({ endpoint: '/co/authenticate', status: 429, body, times: 2 })).status,
    ).toBe(204)
    const failed = await authenticate(openBrowser(), member)
    expect([failed.status, await failed.json()]).toEqual([429, body])
    expect(failed.headers.get('access-control-allow-origin')).toBe(site)
    expect((await authenticate(openBrowser(), member)).status).toBe(429)
    expect((await authenticate(openBrowser(), member)).status).toBe(200)
  })

  test.each([
    { endpoint: 'userinfo', status: 500, body: '' },
    { endpoint: '/userinfo', status: 500, body: '', delay: 1 },
  ])('refuses %o', async (fault) => {
    expect((await setFault(fault)).status).toBe(400)
  })
})
