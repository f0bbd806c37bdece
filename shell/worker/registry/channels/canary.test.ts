import { env } from 'cloudflare:workers'
import type { Channel } from '@encre/releases/registry'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  ask,
  askPage,
  buildRelease,
  listHistory,
  postRelease,
  publish,
  register,
  resetChannels,
} from '../../testing/site.ts'

beforeAll(async () => {
  for (const remote of ['gallery', 'generator']) await publish(remote, 'v1')
  for (const remote of ['gallery', 'generator']) await register(remote, 'v2')
  await register('gallery', 'v3')
})
beforeEach(resetChannels)

const startCanary = (share: number, version = 'v2', remote = 'gallery') =>
  postRelease(`${remote}/canary`, { version, share, reason: `${share} percent` })

const visitors = Array.from(
  { length: 40 },
  (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
)

async function visitorsOn(version: string, remote = 'gallery'): Promise<Set<string>> {
  const on = new Set<string>()
  for (const visitor of visitors) {
    const html = await (
      await ask(`/${remote}`, { headers: { cookie: `encre_visitor=${visitor}` } })
    ).text()
    if (html.includes(`href="/remotes/${remote}/${version}/`)) on.add(visitor)
  }
  return on
}

test('gives a share of the visitors the canary, and a higher share moves nobody back', async () => {
  await startCanary(20)
  const few = await visitorsOn('v2')
  expect(few.size).toBeGreaterThan(2)
  expect(few.size).toBeLessThan(16)
  await startCanary(60)
  const many = await visitorsOn('v2')
  expect(many.size).toBeGreaterThan(few.size)
  expect(few.isSubsetOf(many)).toBe(true)
})

test("a visitor's bucket depends neither on the version nor on another remote's canary", async () => {
  await startCanary(50)
  const second = await visitorsOn('v2')
  await startCanary(0)
  await startCanary(50, 'v3')
  expect(await visitorsOn('v3')).toEqual(second)
  await startCanary(50, 'v2', 'generator')
  expect(await visitorsOn('v2', 'generator')).not.toEqual(second)
})

test('sets the visitor cookie only while a canary is active, and once', async () => {
  await startCanary(50)
  const cookie = (await askPage('/')).headers.get('set-cookie')
  expect(cookie).toMatch(
    /^encre_visitor=[0-9a-f-]{36}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(
    (await askPage('/', { headers: { cookie: cookie?.split(';')[0] ?? '' } })).headers.has(
      'set-cookie',
    ),
  ).toBe(false)
  expect((await askPage('/', {}, { SITE_ORIGIN: env.SITE_ORIGIN })).headers.has('set-cookie')).toBe(
    true,
  )
  const secure = await askPage(
    'https://encre.example/',
    {},
    { SITE_ORIGIN: 'https://encre.example' },
  )
  expect(secure.headers.get('set-cookie')).toContain('; Secure')
  await startCanary(0)
  expect((await askPage('/')).headers.has('set-cookie')).toBe(false)
})

test("a canary falls back to everyone else's version", async () => {
  await startCanary(100)
  expect(await (await askPage('/gallery')).text()).toMatch(
    /"current":\{"version":"v2".*"previous":\{"version":"v1"/,
  )
})

test('a new canary replaces the active one, and the history says so', async () => {
  await startCanary(10)
  const replaced = await postRelease('gallery/canary', { version: 'v3', share: 5, reason: 'mine' })
  expect(await replaced.json()).toMatchObject({
    current: 'v1',
    canary: { version: 'v3', share: 5 },
  })
  const reason = 'mine; instead of the canary, which had 10 %'
  expect((await listHistory('gallery'))[0]).toMatchObject({
    action: 'canary',
    version: 'v3',
    replaced: 'v2',
    reason,
  })
})

test('a first version reaches the visitors of its canary only, and ends with it', async () => {
  await register('news', 'v1')
  await startCanary(30, 'v1', 'news')
  const few = await visitorsOn('v1', 'news')
  expect(few.size).toBeGreaterThan(4)
  expect(few.size).toBeLessThan(20)
  await postRelease('news/rollback', {})
  expect((await visitorsOn('v1', 'news')).size).toBe(0)
})

test('a canary ends although its version no longer fits', async () => {
  await register('gallery', 'old')
  await startCanary(10, 'old')
  const { release } = await buildRelease('gallery', 'old', { shellApi: 2 })
  await env.DB.prepare("update releases set release = ? where version = 'old'")
    .bind(JSON.stringify(release))
    .run()
  expect(await (await startCanary(20, 'old')).json()).toMatchObject({
    status: 409,
    code: 'does-not-fit',
  })
  expect(await (await startCanary(0, 'old')).json()).toMatchObject({ current: 'v1', canary: null })
})

test('the first rollback ends the canary, the next one replaces the current version', async () => {
  await postRelease('gallery/promote', { version: 'v2' })
  await startCanary(10, 'v3')
  const roll = async () => (await postRelease('gallery/rollback', {})).json<Channel>()
  expect(await roll()).toMatchObject({ current: 'v2', previous: 'v1', canary: null })
  expect((await listHistory('gallery'))[0]).toMatchObject({
    action: 'rollback',
    version: 'v2',
    replaced: 'v3',
  })
  expect(await roll()).toMatchObject({ current: 'v1', canary: null })
})
