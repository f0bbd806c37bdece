import { listOperations } from '@encre/protocol/operation'
import { type ApiDocument, fuzz } from '@encre/worker/testing-fuzz'
import { beforeAll, expect, inject, test, vi } from 'vitest'
import { ask, createTeamToken, platformToken } from '../testing/site.ts'
import * as publicContract from './public-contract.ts'
import { registry } from './registry.ts'

// The access matrix of the registry, generated from its routes.

/** Pages send and read these without a token. Errors and vitals are not the registry's. */
const publicRoutes = listOperations(publicContract)
  .map(([, { method, path }]) => `${method} ${path.slice('/api/releases'.length)}`)
  .filter((route) => !['POST /errors', 'POST /vitals'].includes(route))
/** These need the platform's token. The other routes also accept the token of the remote's team. */
const platformRoutes = /^[A-Z]+ \/(tokens|shell)(\/|$)|\/promote$/

const callers = [
  'nobody',
  'a stranger',
  'a member',
  'a revoked team',
  'another team',
  'the team',
  'the platform',
] as const

const routes = [
  ...new Set(
    registry.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`),
  ),
]
const cells = routes
  .filter((route) => !publicRoutes.includes(route))
  .flatMap((route) => callers.map((caller) => ({ route, caller })))

const tokens = new Map<string, string>()

beforeAll(async () => {
  const send = (path: string, init: RequestInit) =>
    ask(`/api/releases/${path}`, { ...init, headers: { authorization: `Bearer ${platformToken}` } })
  const revoked = await createTeamToken('gallery')
  const { tokens: listed } = await (await send('tokens', {})).json<{ tokens: { id: string }[] }>()
  for (const { id } of listed) await send(`tokens/${id}`, { method: 'DELETE' })
  tokens.set('a stranger', 'encre_0000000000000000000000000000000000000000000')
  tokens.set('a member', 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhdXRoMHxhbmEifQ.c2lnbmF0dXJl')
  tokens.set('a revoked team', revoked)
  tokens.set('another team', await createTeamToken('account'))
  tokens.set('the team', await createTeamToken('gallery'))
  tokens.set('the platform', platformToken)
})

test('every public route exists', () => {
  expect(routes).toEqual(expect.arrayContaining(publicRoutes))
})

test.each(cells)('$route: $caller', async ({ route, caller }) => {
  const [method = '', path = ''] = route.split(' ')
  const token = tokens.get(caller)
  const address = path.replace(':remote', 'gallery').replace(/:\w+(\{[^}]*\})?/g, 'unknown')
  const answer = await ask(`/api/releases${address}`, {
    method,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(method !== 'GET' && method !== 'DELETE' && { body: '{' }),
  })
  const isRefused = answer.status === 401 || answer.status === 403
  if (caller === 'the platform') expect(isRefused).toBe(false)
  else if (caller === 'the team') expect(isRefused).toBe(platformRoutes.test(route))
  else expect(answer.status).toBe(caller === 'another team' ? 403 : 401)
  expect(answer.status).toBeLessThan(500)
})

test('answers every public request with a documented status', { timeout: 3_600_000 }, async () => {
  // A line for each request would fill the memory.
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const document = await (await ask('/api/releases/openapi.json')).json<ApiDocument>()
  const counts = await fuzz({
    document,
    runs: inject('fuzzRuns'),
    authorization: { authorization: 'Bearer not.of.the-registry' },
    fetch: ({ url, method, headers, body }) =>
      ask(new URL(url).pathname + new URL(url).search, { method, headers, body }),
  })
  for (const status of [200, 204, 400, 401, 404])
    expect(counts.get(status), `answers with ${status}`).toBeGreaterThan(0)
})
