import { env } from 'cloudflare:workers'
import type { Tokens } from '@encre/protocol/registry'
import { beforeEach, expect, test } from 'vitest'
import {
  askReleases,
  codeOf,
  createTeamToken,
  getRemoteStatus,
  migrate,
  platformToken,
  postRelease,
  publish,
  register,
  uploadFile,
} from '../../testing/site.ts'

beforeEach(migrate)

const list = async () => (await (await askReleases('tokens')).json<Tokens>()).tokens

test('lists tokens with remote and last use, without their secrets', async () => {
  const token = await createTeamToken('gallery')
  await createTeamToken('account')
  await askReleases('gallery', { token })
  const tokens = await list()
  expect(tokens).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      remote: 'account',
      author: 'team account',
      createdAt: expect.any(String),
      lastUsedAt: null,
    },
    {
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      remote: 'gallery',
      author: 'team gallery',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
    },
  ])
  expect(JSON.stringify(tokens)).not.toContain(token)
})

test('records a use once an hour', async () => {
  const token = await createTeamToken('gallery')
  const usedAt = async (noted: string) => {
    await env.DB.prepare('update tokens set last_used_at = ?').bind(noted).run()
    await askReleases('gallery', { token })
    return (await list())[0]?.lastUsedAt
  }
  const [recent, old] = [60_000, 7_200_000].map((age) => new Date(Date.now() - age).toISOString())
  expect(await usedAt(recent ?? '')).toBe(recent)
  expect(await usedAt(old ?? '')).not.toBe(old)
})

test('a revoked token is refused, and other tokens still work', async () => {
  const [lost, kept] = [await createTeamToken('gallery'), await createTeamToken('account')]
  const { id } = (await list()).find(({ remote }) => remote === 'gallery') ?? {}
  expect((await askReleases(`tokens/${id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await askReleases('gallery', { token: lost })).status).toBe(401)
  expect((await askReleases('account', { token: kept })).status).toBe(200)
  expect((await list()).map(({ remote }) => remote)).toEqual(['account'])
})

test.each(['000000000000', '%25'])('answers 404 for the unknown token "%s"', async (id) => {
  await createTeamToken('gallery')
  const answer = await askReleases(`tokens/${id}`, { method: 'DELETE' })
  expect(await answer.json()).toMatchObject({ status: 404, code: 'not-found', detail: `no token has the id ${decodeURIComponent(id)}` })
  expect(await list()).toHaveLength(1)
})

test("a team's token neither lists nor revokes", async () => {
  const token = await createTeamToken('gallery')
  const [own] = await list()
  expect((await askReleases('tokens', { token })).status).toBe(403)
  expect((await askReleases(`tokens/${own?.id}`, { method: 'DELETE', token })).status).toBe(403)
  expect(await list()).toHaveLength(1)
})

test("a team's token changes its own remote only", async () => {
  await publish('mine', 'v1')
  await publish('theirs', 'v1')
  await register('theirs', 'v2')
  const token = await createTeamToken('mine')
  expect((await register('mine', 'v2', {}, token)).status).toBe(201)

  const before = await getRemoteStatus('theirs')
  const attempts = [
    postRelease('theirs/promote', { version: 'v2' }, token),
    postRelease('theirs/rollback', {}, token),
    postRelease('theirs/canary', { version: 'v2', share: 10 }, token),
    uploadFile('theirs', 'v3', 'a.js', 'x', token),
    register('theirs', 'v4', {}, token),
    askReleases('theirs', { token }),
    postRelease('tokens', { remote: 'theirs', author: 'x' }, token),
  ]
  for (const answer of await Promise.all(attempts)) expect(await codeOf(answer)).toEqual([403, 'permission-denied'])
  expect(await getRemoteStatus('theirs')).toEqual(before)
  expect(await env.RELEASES.head('remotes/theirs/v3/a.js')).toBeNull()
})

test.each(['', 'wrong', `${platformToken}x`])('the token "%s" is refused', async (token) => {
  const response = await askReleases('mine', { token })
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
  expect(await codeOf(response)).toEqual([401, 'permission-denied'])
})

test('stores only the hash of a token', async () => {
  const token = await createTeamToken('secretive')
  const { results } = await env.DB.prepare('select * from tokens').all()
  expect(JSON.stringify(results)).not.toContain(token)
})
