import { afterEach, expect, test } from 'vitest'
import { authenticate, openBrowser, signUp, site } from './identity/testing.ts'

const { send } = openBrowser()
const setFault = (fault: unknown) => send('/faults', { method: 'PUT', body: JSON.stringify(fault) })

afterEach(async () => {
  expect((await send('/faults', { method: 'DELETE' })).status).toBe(204)
})

test('makes an endpoint fail the given number of times, readable by the page, then work again', async () => {
  const member = await signUp()
  const body = { error: 'too_many_attempts' }
  expect((await setFault({ endpoint: '/co/authenticate', status: 429, body, times: 2 })).status).toBe(204)
  const failed = await authenticate(openBrowser(), member)
  expect(failed.status).toBe(429)
  expect(await failed.json()).toEqual(body)
  expect(failed.headers.get('access-control-allow-origin')).toBe(site)
  expect((await authenticate(openBrowser(), member)).status).toBe(429)
  expect((await authenticate(openBrowser(), member)).status).toBe(200)
})

test('does not affect other endpoints, and is removed at once', async () => {
  await setFault({ endpoint: '/userinfo', status: 500, body: 'out of order', times: 9 })
  expect((await send('/health')).status).toBe(200)
  expect(await (await send('/userinfo')).text()).toBe('out of order')
  await send('/faults', { method: 'DELETE' })
  expect((await send('/userinfo')).status).toBe(401)
})

test.each([
  { endpoint: 'userinfo', status: 500, body: '' },
  { endpoint: '/userinfo', status: 99, body: '' },
  { endpoint: '/userinfo', status: 500, body: '', times: 0 },
  { endpoint: '/userinfo', status: 500, body: '', delay: 1 },
  { endpoint: '/faults', status: 500, body: '' },
])('refuses %o', async (fault) => {
  expect((await setFault(fault)).status).toBe(400)
})

test('refuses requests from a page in a browser', async () => {
  const preflight = await send('/faults', {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'PUT' },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  const fromSite = await send('/faults', { method: 'OPTIONS', headers: { origin: site, 'access-control-request-method': 'PUT' } })
  expect(fromSite.headers.get('access-control-allow-methods')).toBe('GET,POST')
})
