import { env } from 'cloudflare:workers'
import { features } from '@encre/worker/features'
import { expect, test, vi } from 'vitest'
import { sweepAll } from '../maintenance.ts'
import { ask } from '../testing/site.ts'

interface Echo {
  path: string
  method: string
  requestId: string
  networkKey: string | null
  versionKey: string | null
  body: string
}

test.each(['generator', 'gallery', 'account'])(
  'forwards a request to %s with method, path and body',
  async (feature) => {
    const response = await ask(`/api/${feature}/things?x=1`, { method: 'POST', body: 'the body' })
    expect(await response.json()).toMatchObject({
      path: `/api/${feature}/things`,
      method: 'POST',
      body: 'the body',
    })
  },
)

test('replaces a request id that the visitor sent', async () => {
  const { requestId } = await (
    await ask('/api/gallery/designs', { headers: { 'x-request-id': 'forged' } })
  ).json<Echo>()
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
})

test('gives a feature the network of the address that the request came from, and no other', async () => {
  const networkKey = async (headers: Record<string, string>, method = 'POST') =>
    (await (await ask('/api/generator/generations', { method, headers })).json<Echo>()).networkKey
  const forged = 'f'.repeat(32)
  const own = await networkKey({ 'cf-connecting-ip': '198.51.100.7', 'x-network-key': forged })
  expect(own).toMatch(/^[0-9a-f]{32}$/)
  expect(own).not.toBe(forged)
  expect(await networkKey({ 'cf-connecting-ip': '198.51.100.8' })).toBe(own)
  expect(await networkKey({ 'x-network-key': forged })).toBeNull()
  expect(
    await networkKey({ 'cf-connecting-ip': '198.51.100.7', 'x-network-key': forged }, 'GET'),
  ).toBeNull()
})

test('keeps a member on one version of a worker, and a visitor of a network', async () => {
  const versionKey = async (headers: Record<string, string>) =>
    (
      await (
        await ask('/api/gallery/designs', {
          headers: { 'cf-connecting-ip': '198.51.100.7', ...headers },
        })
      ).json<Echo>()
    ).versionKey
  const token = (iat: number) =>
    `Bearer e30.${btoa(JSON.stringify({ sub: 'auth0|ana', iat }))}.c2ln`
  for (const iat of [1, 2])
    expect(
      await versionKey({ authorization: token(iat), 'Cloudflare-Workers-Version-Key': 'forged' }),
    ).toBe('auth0%7Cana')
  for (const authorization of ['', 'Bearer e30.?.c2ln', 'Bearer e30.bnVsbA.c2ln'])
    expect(await versionKey({ authorization })).toBe('198.51.100.7')
})

test('forwards the pages that a feature renders, and leaves the others to the shell', async () => {
  const answer = await ask('/f/a-token?x=1')
  expect(await answer.json()).toMatchObject({ path: '/f/a-token', method: 'GET' })
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  for (const path of ['/g/a-token', '/ff/a-token', '/f%2f/a', '/F/a-token'])
    expect((await ask(path)).headers.get('server-timing')).toContain('composition')
})

test.each([
  { path: '/f/throws', type: 'text/html; charset=utf-8', text: /Le serveur ne répond pas/ },
  {
    path: '/api/generator/throws',
    type: 'application/problem+json',
    text: /"code":"unavailable".*"requestId":"[0-9a-f-]{36}"/,
  },
])('$path, whose worker throws, becomes 503', async ({ path, type, text }) => {
  const answer = await ask(path)
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    503,
    type,
    expect.stringMatching(text),
  ])
})

test('forwards a stream chunk by chunk', async () => {
  const response = await ask('/api/generator/generations/stream')
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = response.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: first\n\n')
  await reader?.cancel()
})

test('a feature that is not public is swept, and none of its paths is forwarded', async () => {
  const [row] = features
  vi.spyOn(row as { isPublic: boolean }, 'isPublic', 'get').mockReturnValue(false)
  const sweep = vi.fn(async () => ({ swept: 1 }))
  expect((await ask(`/api/${row.name}/things`)).status).toBe(404)
  expect(await (await ask('/.well-known/api-catalog')).text()).not.toContain(row.name)
  await sweepAll({ ...env, [row.binding]: { sweep } } as unknown as Env)
  expect(sweep).toHaveBeenCalledOnce()
})

test('a service binding that the list of features does not name is neither forwarded, nor asked for its health, nor swept', async () => {
  const mailer = {
    fetch: vi.fn(async () => new Response('ok mailer\n')),
    sweep: vi.fn(async () => ({ swept: 1 })),
    readCounters: vi.fn(async () => []),
  }
  const bindings = { MAILER: mailer, PAGES_M: mailer } as Partial<Env>
  expect((await ask('/api/mailer/letters', {}, bindings)).status).toBe(404)
  expect((await ask('/m/a-letter', {}, bindings)).headers.get('server-timing')).toContain(
    'composition',
  )
  expect(await (await ask('/api/health/deep', {}, bindings)).text()).not.toContain('mailer')
  expect(await (await ask('/.well-known/api-catalog', {}, bindings)).text()).not.toContain('mailer')
  await sweepAll({ ...env, ...bindings })
  for (const call of Object.values(mailer)) expect(call).not.toHaveBeenCalled()
})

test("keeps the features' own deep health to itself", async () => {
  expect((await ask('/api/account/health/deep')).status).toBe(404)
  expect((await ask('/api/account/health')).status).toBe(200)
})
