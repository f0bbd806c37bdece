import { expect, it, test, vi } from 'vitest'
import { createNetworkKey, createReportLimit, networkOf } from './flood-limits.ts'
import { ask, platformToken } from './testing/site.ts'

/** Bindings: the named one lets each network pass once, the others fail the test. */
function onlyLimit(name: (typeof limits)[number]): Partial<Env> {
  const passed = new Set<string>()
  const unexpected = { limit: () => Promise.reject(new Error('another limit was asked')) }
  const once = {
    limit: async ({ key }: { key: string }) => ({
      success: !passed.has(key) && passed.add(key) !== undefined,
    }),
  }
  const others = Object.fromEntries(limits.map((limit) => [limit, unexpected]))
  return { FLOOD_LIMITS: 'on', ...others, [name]: once } as unknown as Partial<Env>
}

const limits = [
  'ADDRESS_WRITES',
  'PAGE_REPORTS',
  'HEALTH_READS',
  'PAGE_READS',
  'OPERATOR_SIGN_INS',
] as const

const from = (address: string, method = 'POST') => ({
  method,
  headers: { 'cf-connecting-ip': address },
})

test.each([
  { path: '/api/gallery/designs', method: 'POST', limit: 'ADDRESS_WRITES' },
  { path: '/api/releases/outcomes', method: 'POST', limit: 'PAGE_REPORTS' },
  { path: '/api/releases/insight/session', method: 'POST', limit: 'OPERATOR_SIGN_INS' },
  { path: '/api/health/deep', method: 'GET', limit: 'HEALTH_READS' },
  { path: '/api/account/health', method: 'GET', limit: 'HEALTH_READS' },
  { path: '/api/gallery/links/Ab3_-fGhIjKlMnOpQrStUv/image', method: 'GET', limit: 'PAGE_READS' },
  { path: '/api/account/downloads/Ab3_-fGhIjKlMnOpQrStUv', method: 'GET', limit: 'PAGE_READS' },
  { path: '/f/a-token', method: 'GET', limit: 'PAGE_READS' },
] as const)(
  'refuses a flood of $path from one network, and from no other',
  async ({ path, method, limit }) => {
    const bindings = onlyLimit(limit)
    expect((await ask(path, from('198.51.100.7', method), bindings)).status).not.toBe(429)
    expect((await ask(path, from('198.51.100.8', method), bindings)).status).toBe(429)
    expect((await ask(path, from('203.0.113.7', method), bindings)).status).not.toBe(429)
  },
)

test.each([
  '/api/releases/gallery/canary',
  '/api/releases/tokens',
  '/api/releases/insight',
  '/api/metrics',
  '/api/gallery/metrics',
])('counts a token that is tried at %s with the others of its network', async (path) => {
  const bindings = onlyLimit('OPERATOR_SIGN_INS')
  const guess = (address: string) => {
    const authorization = `Bearer encre_${crypto.randomUUID()}`
    return ask(
      address,
      { headers: { 'cf-connecting-ip': '198.51.100.7', authorization } },
      bindings,
    )
  }
  expect((await guess(path)).status).not.toBe(429)
  expect((await guess('/api/releases/shell')).status).toBe(429)
})

test('lets a right token send as many requests as a release needs', async () => {
  const bindings = onlyLimit('OPERATOR_SIGN_INS')
  const headers = { 'cf-connecting-ip': '198.51.100.9', authorization: `Bearer ${platformToken}` }
  for (let time = 0; time < 5; time++) {
    expect((await ask('/api/releases/tokens', { headers }, bindings)).status).toBe(200)
  }
})

test("refuses a flood of operator's tokens, and no session", async () => {
  const bindings = onlyLimit('OPERATOR_SIGN_INS')
  const read = async (headers: Record<string, string>) =>
    (
      await ask(
        '/api/releases/insight/errors',
        { headers: { 'cf-connecting-ip': '198.51.100.7', ...headers } },
        bindings,
      )
    ).status
  const guess = { authorization: 'Bearer guess' }
  expect([await read(guess), await read(guess), await read({})]).toEqual([401, 429, 401])
})

test('limits neither reads nor the platform', async () => {
  const bindings = onlyLimit('HEALTH_READS')
  for (let time = 0; time < 3; time++) {
    expect((await ask('/api/gallery/designs', from('198.51.100.7', 'GET'), bindings)).status).toBe(
      200,
    )
    expect((await ask('/api/releases/gallery/canary', from('198.51.100.7'), bindings)).status).toBe(
      401,
    )
  }
})

it.each([
  { address: '198.51.100.7', network: '198.51.100.0/24' },
  { address: '::ffff:198.51.100.7', network: '198.51.100.0/24' },
  { address: '2001:db8:1:2:3:4:5:6', network: '2001:db8:1:2::/64' },
  { address: '2001:db8::1', network: '2001:db8:0:0::/64' },
  { address: '::1', network: '0:0:0:0::/64' },
  { address: '', network: null },
])('finds the network of $address', ({ address, network }) => {
  expect(networkOf(address)).toBe(network)
})

it('gives one network one key a day, and another key to another network, day or site', async () => {
  const day = new Date('2026-11-20T10:00:00Z')
  const key = await createNetworkKey('198.51.100.7', 'secret', day)
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(await createNetworkKey('198.51.100.200', 'secret', new Date('2026-11-20T23:59:59Z'))).toBe(
    key,
  )
  const line = await createNetworkKey('2001:db8:1:2::1', 'secret', day)
  expect(await createNetworkKey('2001:db8:1:ff::1', 'secret', day)).toBe(line)
  expect(await createNetworkKey('2001:db8:2:2::1', 'secret', day)).not.toBe(line)
  const others = await Promise.all([
    createNetworkKey('198.51.101.7', 'secret', day),
    createNetworkKey('198.51.100.7', 'secret', new Date('2026-11-21T00:00:00Z')),
    createNetworkKey('198.51.100.7', 'another', day),
  ])
  expect(new Set([key, ...others]).size).toBe(4)
})

it('accepts some reports a minute, and fewer of one network', () => {
  const accepts = createReportLimit(3, 2)
  const now = Date.now()
  vi.setSystemTime(now)
  expect(['one', 'one', 'one', 'two', 'three'].map((network) => accepts(network))).toEqual([
    true,
    true,
    false,
    true,
    false,
  ])
  vi.setSystemTime(now + 60_000)
  expect(accepts('one')).toBe(true)
})
