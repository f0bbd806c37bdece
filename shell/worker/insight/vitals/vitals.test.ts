import { env } from 'cloudflare:workers'
import type { Insight } from '@encre/releases/insight'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { signClaims } from '../../registry/tokens/signed-token.ts'
import { ask, askReleases, createTeamToken, platformToken, publish } from '../../testing/site.ts'
import { vitalsPerNetwork } from './vitals.ts'
import { bucketOf, summarize } from './vitals-store.ts'

beforeAll(async () => {
  const page = { access: 'member', lang: 'fr', title: 'Galerie' } as const
  await publish('gallery', 'v1', {
    routes: ['/gallery', '/gallery/:id'].map((path) => ({ ...page, path })),
  })
})
beforeEach(() => env.DB.prepare('delete from web_vitals').run())

let network = 0
const token = (versions: Record<string, string> = { gallery: 'v1' }) =>
  signClaims(env.COMPOSITION_SECRET, { visitor: 'v', versions, expires: Date.now() + 60_000 })

async function send(body: object, address = `198.18.${network++ % 250}.1`): Promise<number> {
  const init = {
    method: 'POST',
    headers: { 'cf-connecting-ip': address },
    body: JSON.stringify({ token: await token(), ...body }),
  }
  return (await ask('/api/releases/vitals', init)).status
}

const read = async (holder = platformToken) =>
  (await askReleases('insight', { token: holder })).json<Insight>()

test('counts a page by route, remote and version, and stores nothing else of it', async () => {
  expect(await send({ path: '/gallery/3f2a91c0', lcp: 1800.5, inp: 90, cls: 0.02 })).toBe(204)
  const { results } = await env.DB.prepare('select * from web_vitals order by metric').all()
  const page = {
    day: new Date().toISOString().slice(0, 10),
    remote: 'gallery',
    version: 'v1',
    route: '/gallery/:id',
    count: 1,
  }
  expect(results).toEqual([
    { ...page, metric: 'cls', bucket: bucketOf('cls', 0.02) },
    { ...page, metric: 'inp', bucket: bucketOf('inp', 90) },
    { ...page, metric: 'lcp', bucket: bucketOf('lcp', 1800.5) },
  ])
})

test('operators read the 75th percentile and the share of good pages', async () => {
  for (const lcp of [1100, 1200, 1300, 5000]) await send({ path: '/gallery', lcp })
  const { vitals, vitalsByDay } = await read()
  expect(vitals).toEqual([
    {
      remote: 'gallery',
      version: 'v1',
      route: '/gallery',
      metric: 'lcp',
      pages: 4,
      p75: 1500,
      good: 0.75,
    },
  ])
  expect(vitalsByDay).toMatchObject([{ metric: 'lcp', pages: 4, p75: 1500 }])
})

test("the shell's own pages and unknown addresses count for the shell", async () => {
  await send({ path: '/about', cls: 0 })
  await send({ path: '/no-such-page', cls: 0 })
  expect((await read()).vitals.map(({ remote, route }) => [remote, route])).toEqual([
    ['shell', '/about'],
    ['shell', 'other'],
  ])
})

test('a team reads the figures of its own remote', async () => {
  await send({ path: '/about', cls: 0 })
  await send({ path: '/gallery', cls: 0 })
  expect((await read(await createTeamToken('gallery'))).vitals.map(({ route }) => route)).toEqual([
    '/gallery',
  ])
})

test('refuses a page that the site did not compose, unknown fields and impossible values', async () => {
  expect(await send({ path: '/gallery', lcp: 1, token: 'forged.token' })).toBe(403)
  for (const wrong of [{ lcp: -1 }, { lcp: '1' }, { cls: 101 }, { visitor: 'x' }])
    expect(await send({ path: '/gallery', ...wrong })).toBe(400)
})

test('one network can shift the figures by a few pages only', async () => {
  // A clock that stands still: the limit is per minute.
  vi.setSystemTime(Date.now() + 120_000)
  const answers: number[] = []
  for (let index = 0; index < vitalsPerNetwork + 5; index++)
    answers.push(await send({ path: '/gallery', lcp: 9000 }, '203.0.113.9'))
  expect(answers.filter((status) => status === 204)).toHaveLength(vitalsPerNetwork)
})

test.each([
  { metric: 'lcp', value: 2500, isGood: true },
  { metric: 'lcp', value: 2501, isGood: false },
  { metric: 'inp', value: 201, isGood: false },
  { metric: 'cls', value: 0.101, isGood: false },
])('$metric of $value is good: $isGood', ({ metric, value, isGood }) => {
  expect(summarize(metric, new Map([[bucketOf(metric, value), 1]])).good).toBe(isGood ? 1 : 0)
})
