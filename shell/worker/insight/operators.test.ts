import type { Insight } from '@encre/releases/insight'
import type { Tokens } from '@encre/releases/registry'
import { beforeAll, expect, test, vi } from 'vitest'
import { operatorSessionSeconds } from '../lifetimes.ts'
import { ask, askReleases, createTeamToken, platformToken, publish } from '../testing/site.ts'

let teamToken: string

beforeAll(async () => {
  await publish('gallery', 'v1')
  await publish('account', 'v1')
  teamToken = await createTeamToken('gallery')
})

const headers = { 'content-type': 'application/json' }
const signIn = (token: string) =>
  ask('/api/releases/insight/session', { method: 'POST', headers, body: JSON.stringify({ token }) })
const cookieFor = async (token: string) =>
  (await signIn(token)).headers.get('set-cookie')?.split(';')[0] ?? ''
const listTokens = async () => (await (await askReleases('tokens')).json<Tokens>()).tokens

const askWith = (cookie: string) => ask('/api/releases/insight', { headers: { cookie } })
const remotesOf = async (response: Response) =>
  (await response.json<Insight>()).remotes.map(({ remote }) => remote)

test('the page is for no search engine and no cache, and contains no figures', async () => {
  const page = await ask('/status')
  expect([
    page.status,
    page.headers.get('cache-control'),
    page.headers.get('x-robots-tag'),
  ]).toEqual([200, 'no-store', 'noindex, nofollow'])
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(await page.text()).not.toContain('gallery')
})

test.each(['insight', 'insight/errors', 'insight/reports'])(
  '%s answers nobody without a token',
  async (path) => {
    const forged = 'encre_operator=%7B%22tokenId%22%3Anull%2C%22expires%22%3A9999999999999%7D'
    for (const headers of [{}, { authorization: 'Bearer encre_unknown' }, { cookie: forged }]) {
      expect((await ask(`/api/releases/${path}`, { headers })).status).toBe(401)
    }
  },
)

test('a token starts a session in a cookie that scripts cannot read and other addresses do not get', async () => {
  const answer = await signIn(platformToken)
  expect(answer.status).toBe(204)
  const cookie = answer.headers.get('set-cookie') ?? ''
  for (const part of [
    'HttpOnly',
    'SameSite=Strict',
    'Path=/api/releases/insight',
    `Max-Age=${operatorSessionSeconds}`,
  ]) {
    expect(cookie).toContain(part)
  }
  expect(cookie).not.toContain(platformToken)
  const seen = await askWith(cookie.split(';')[0] ?? '')
  expect(seen.headers.get('cache-control')).toBe('no-store')
  expect(await remotesOf(seen)).toEqual(['account', 'gallery'])
})

test.each(['', 'encre_unknown', 'x'.repeat(201)])('the token "%s" starts none', async (token) => {
  const answer = await signIn(token)
  expect([400, 401]).toContain(answer.status)
  expect(answer.headers.get('set-cookie')).toBeNull()
})

test('a team sees its own remote only, by header as by cookie', async () => {
  expect(await remotesOf(await askReleases('insight', { token: teamToken }))).toEqual(['gallery'])
  expect(await remotesOf(await askWith(await cookieFor(teamToken)))).toEqual(['gallery'])
})

test('a session ends after an hour, also when the browser keeps the cookie', async () => {
  const cookie = await cookieFor(platformToken)
  vi.setSystemTime(Date.now() + operatorSessionSeconds * 1000 + 1000)
  expect((await askWith(cookie)).status).toBe(401)
})

test('a session ends with its token', async () => {
  const token = await createTeamToken('account')
  const cookie = await cookieFor(token)
  expect((await askWith(cookie)).status).toBe(200)
  const { id } = (await listTokens()).find(({ remote }) => remote === 'account') ?? {}
  await askReleases(`tokens/${id}`, { method: 'DELETE' })
  expect((await askWith(cookie)).status).toBe(401)
})

test('a session ends at once when the operator signs out, also for a copy of the cookie', async () => {
  const cookie = await cookieFor(platformToken)
  const another = await cookieFor(platformToken)
  expect((await askWith(cookie)).status).toBe(200)
  await ask('/api/releases/insight/session', { method: 'DELETE', headers: { cookie } })
  expect([(await askWith(cookie)).status, (await askWith(another)).status]).toEqual([401, 200])
})

test('a new platform token ends the sessions of the old one', async () => {
  const cookie = await cookieFor(platformToken)
  expect(
    (
      await ask(
        '/api/releases/insight',
        { headers: { cookie } },
        { PLATFORM_TOKEN: 'another-platform-token' },
      )
    ).status,
  ).toBe(401)
})

test('a session reads and changes nothing', async () => {
  const cookie = await cookieFor(platformToken)
  const promoted = await ask('/api/releases/gallery/promote', {
    method: 'POST',
    headers: { cookie },
    body: '{"version":"v1"}',
  })
  expect(promoted.status).toBe(401)
  const decided = await ask('/api/releases/insight/reports/gallery/r1', {
    method: 'POST',
    headers: { ...headers, cookie },
    body: '{"decision":"stopped"}',
  })
  expect(decided.status).toBe(401)
})

test('a changed cookie is no session', async () => {
  const cookie = await cookieFor(teamToken)
  expect((await askWith(`${cookie}x`)).status).toBe(401)
})

test.each(['0', '31', 'x', '1.5'])('refuses %s days', async (days) => {
  expect((await askReleases(`insight?days=${days}`)).status).toBe(400)
})
