import { Hono } from 'hono'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { addressLimit, createApp } from './app.ts'
import { readBody } from './body.ts'
import { UnavailableError } from './dependencies.ts'
import { limitMemberWrites, type MemberFloodBindings } from './flood-limits.ts'
import { createHealth } from './health.ts'
import { ownerKey } from './member.ts'
import { answerObject } from './object-answer.ts'
import { isSecret, secretValues } from './secrets.ts'

const app = createApp('things')
  .basePath('/api/things')
  .get('/', (c) => c.json([]))
  .post('/', (c) => c.json({}, 201))
  .get('/broken', () => {
    throw new Error('the password is hunter2', { cause: new Error('disk full') })
  })
  .get('/cut-off', () => {
    throw new UnavailableError('the tenant does not answer')
  })
  .route(
    '/health',
    createHealth(
      'things',
      { d1: async () => 1 },
      { tenant: async () => Promise.reject(new Error('secret path')) },
    ),
  )

beforeEach(() => {
  vi.restoreAllMocks()
})

it('names the methods of a path when another is used', async () => {
  const answer = await app.request('/api/things', { method: 'DELETE' })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST'])
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(await answer.json()).toMatchObject({ code: 'method-not-allowed', status: 405 })
})

it('answers 404 as a problem with the id of the request', async () => {
  const answer = await app.request('/api/things/nothing')
  expect([answer.status, await answer.json()]).toMatchObject([
    404,
    { code: 'not-found', requestId: answer.headers.get('x-request-id') },
  ])
})

it('answers a bug as one opaque 500 whose id finds the whole error in the log', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const answer = await app.request('/api/things/broken')
  const text = await answer.text()
  expect([answer.status, JSON.parse(text)]).toMatchObject([500, { code: 'internal' }])
  expect(text).not.toContain('hunter2')
  const error = { message: 'the password is hunter2', cause: { message: 'disk full' } }
  const { requestId } = JSON.parse(text)
  expect(JSON.parse(String(errors.mock.calls[0]?.[0]))).toMatchObject({
    requestId,
    path: '/api/things/broken',
    error,
  })
})

it('answers 503 when something that it needs does not answer, and logs what', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const answer = await app.request('/api/things/cut-off')
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  expect(String(errors.mock.calls[0]?.[0])).toContain('the tenant does not answer')
})

it.each([
  { header: '5d02836769cb', composition: '5d02836769cb' },
  { header: '<script>', composition: undefined },
])(
  'writes which composition asked into the line of a request: $header',
  async ({ header, composition }) => {
    const lines: string[] = []
    for (const level of ['log', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((line) => void lines.push(line))
    await app.request('/api/things/broken', { headers: { 'x-composition-id': header } })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'error', status: 500 }])
    expect(JSON.parse(lines[0] ?? '').composition).toBe(composition)
  },
)

it('says one line per dependency; only the deep check asks others, and hides the reason of a failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const well = await app.request('/api/things/health')
  const sick = await app.request('/api/things/health/deep')
  expect([well.status, await well.text()]).toEqual([
    200,
    expect.stringMatching(/^ok things\nok things d1 \d+ ms\n$/),
  ])
  const failed = expect.stringMatching(/^fail things\nok things d1 \d+ ms\nfail things tenant\n$/)
  expect([sick.status, await sick.text()]).toEqual([503, failed])
})

const ask = (headers: Record<string, string>, query = '') =>
  app.request(`/api/things${query}`, { headers })

it.each([
  '"',
  'a',
  'W/',
  'W/"',
  '"a',
  '"a" "b"',
  '"a",',
  ',',
  '""x',
  '"a\tb"',
  '*, "a"',
  `"${'a'.repeat(201)}"`,
  '"a",'.repeat(500),
])('answers 400 to the entity tag %j', async (value) => {
  for (const name of ['if-match', 'if-none-match']) {
    const answer = await ask({ [name]: value })
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid-request' }])
  }
})

it.each(['*', '""', '"a"', 'W/"a"', '"a", W/"b" ,"c"', '"sha384-a+/="'])(
  'reads the entity tags %j',
  async (value) => {
    expect((await ask({ 'if-none-match': value })).status).toBe(200)
  },
)

it('answers 414 to a long address', async () => {
  expect((await ask({}, `?${'a'.repeat(addressLimit)}`)).status).toBe(414)
  expect((await ask({}, `?${'a'.repeat(1000)}`)).status).toBe(200)
})

// The embedded R2 answers such a range with an offset.
it('says which bytes are the last ones of an object', async () => {
  const bucket = {
    get: async () => ({ body: 'last', size: 100, range: { suffix: 4 }, httpEtag: '"tag"' }),
  } as unknown as R2Bucket
  const app = new Hono().get(
    '/',
    async (c) => (await answerObject(c, bucket, 'key', () => ({}))) ?? c.notFound(),
  )
  const answer = await app.request('/', { headers: { range: 'bytes=-4' } })
  expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
    206,
    'bytes 96-99/100',
    'last',
  ])
})

describe('a body', () => {
  const app = new Hono().post('/', async (c) =>
    c.json(await readBody(c, z.strictObject({ name: z.string() }))),
  )

  async function send(body: string, type = 'application/json') {
    return (
      await app.request('/', { method: 'POST', headers: { 'content-type': type }, body })
    ).json()
  }

  it('is read when it fits, and null for an unknown field, what is not JSON, another type and more than 64 kB', async () => {
    expect(await send('{"name":"é"}', 'application/json; charset=utf-8')).toEqual({ name: 'é' })
    expect(await send('{"name":"a","admin":true}')).toBeNull()
    expect(await send('{"name":')).toBeNull()
    expect(await send('{"name":"a"}', 'text/plain')).toBeNull()
    expect(await send(JSON.stringify({ name: 'a'.repeat(65 * 1024) }))).toBeNull()
  })
})

describe('a secret', () => {
  it('has one value, or the new and the old one while it is rotated', () => {
    expect([secretValues('TOKEN', 'one'), secretValues('TOKEN', 'new, old')]).toEqual([
      ['one'],
      ['new', 'old'],
    ])
  })

  it.each(['', ' ', ',old', 'new,'])('refuses "%s", which an empty text would match', (secret) => {
    expect(() => secretValues('TOKEN', secret)).toThrow('TOKEN is empty')
  })

  it('accepts each value, and no text that joins them', async () => {
    const accepts = (text: string) => isSecret(text, 'TOKEN', 'new,old')
    expect([
      await accepts('new'),
      await accepts('old'),
      await accepts('new,old'),
      await accepts(''),
    ]).toEqual([true, true, false, false])
  })
})

describe('flood limits', () => {
  const app = new Hono<{ Bindings: MemberFloodBindings; Variables: { memberId: string } }>()
    .use(async (c, next) => {
      c.set('memberId', c.req.header('member') ?? '')
      await next()
    })
    .use(limitMemberWrites)
    .all('/', (c) => c.text('ok'))

  /** An app whose limiter lets each key pass `passes` times, and the keys that it was asked for. */
  function limitTo(passes: number) {
    const keys: string[] = []
    const limit = async ({ key }: { key: string }) => ({
      success: keys.push(key) && keys.filter((one) => one === key).length <= passes,
    })
    const ask = async (member: string, method: string) =>
      (
        await app.request(
          '/',
          { method, headers: { member } },
          { FLOOD_LIMITS: 'on', MEMBER_WRITES: { limit } },
        )
      ).status
    return { ask, keys }
  }

  it('refuses the writes of one member above the limit, and of no other', async () => {
    const { ask, keys } = limitTo(2)
    expect([await ask('ana', 'POST'), await ask('ana', 'DELETE'), await ask('ana', 'PUT')]).toEqual(
      [200, 200, 429],
    )
    expect(await ask('ben', 'POST')).toBe(200)
    expect(new Set(keys)).toEqual(new Set([await ownerKey('ana'), await ownerKey('ben')]))
  })

  it('counts no read', async () => {
    const { ask, keys } = limitTo(0)
    expect([await ask('ana', 'GET'), await ask('ana', 'HEAD')]).toEqual([200, 200])
    expect(keys).toEqual([])
  })
})
