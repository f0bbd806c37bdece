import { env } from 'cloudflare:workers'
import type { Tokens } from '@encre/releases/registry'
import { beforeEach, expect, test } from 'vitest'
import {
  ask,
  askReleases,
  createTeamToken,
  migrate,
  postRelease,
  register,
  uploadFile,
} from '../../testing/site.ts'
import { readClaims, signClaims } from './signed-token.ts'

beforeEach(migrate)

const list = async () => (await (await askReleases('tokens')).json<Tokens>()).tokens

test('lists tokens with remote and last use, and stores only their hashes', async () => {
  const token = await createTeamToken('gallery')
  await createTeamToken('account')
  await askReleases('gallery', { token })
  const tokens = await list()
  const common = { id: expect.stringMatching(/^[0-9a-f]{12}$/), createdAt: expect.any(String) }
  expect(tokens).toEqual([
    { ...common, remote: 'account', author: 'team account', lastUsedAt: null },
    { ...common, remote: 'gallery', author: 'team gallery', lastUsedAt: expect.any(String) },
  ])
  const { results } = await env.DB.prepare('select * from tokens').all()
  expect(JSON.stringify([tokens, results])).not.toContain(token)
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
  const lost = await createTeamToken('gallery')
  const kept = await createTeamToken('account')
  const { id } = (await list()).find(({ remote }) => remote === 'gallery') ?? {}
  expect((await askReleases(`tokens/${id}`, { method: 'DELETE' })).status).toBe(204)
  const refusal = await askReleases('gallery', { token: lost })
  expect(await refusal.json()).toMatchObject({
    status: 401,
    detail: expect.stringContaining('npm run release token'),
  })
  expect((await askReleases('account', { token: kept })).status).toBe(200)
  expect((await list()).map(({ remote }) => remote)).toEqual(['account'])
})

const others = 'ask the team of that remote, or the platform'
const platforms = 'gallery alone: ask the platform'

test.each([
  ['PUT', 'account/v1/files/evil.js', others],
  ['POST', 'account', others],
  ['POST', 'account/canary', others],
  ['POST', 'account/rollback', others],
  ['POST', 'account/withdraw', others],
  ['POST', 'account/prune', others],
  ['POST', 'account/previews', others],
  ['DELETE', 'account/previews/0123456789ab', others],
  ['POST', 'gallery/../account/rollback', others],
  ['POST', 'gallery%2f..%2faccount/rollback', others],
  ['POST', 'Gallery/rollback', others],
  ['POST', 'gallery/promote', 'start a canary, or ask the platform'],
  ['POST', 'gallery/%70romote', 'start a canary, or ask the platform'],
  ['POST', 'shell', platforms],
  ['PUT', 'shell/files/static/a.12345678.js', platforms],
  ['GET', 'tokens', platforms],
  ['POST', 'tokens', platforms],
  ['DELETE', 'tokens/0123456789ab', platforms],
])("a team's token is refused %s %s, and told what to do", async (method, path, remedy) => {
  const token = await createTeamToken('gallery')
  const answer = await askReleases(path, { method, token, ...(method !== 'GET' && { body: {} }) })
  expect(await answer.json()).toMatchObject({
    status: 403,
    code: 'permission-denied',
    detail: expect.stringContaining(remedy),
  })
})

test.each(['..%2f..%2faccount%2fv1', 'v1%2f..%2f..%2f..%2faccount%2fv1', 'v1'])(
  "a team's upload leaves its own folder under no name: %s",
  async (version) => {
    const token = await createTeamToken('gallery')
    const path = version === 'v1' ? '..%2f..%2faccount%2fv1%2fevil.js' : 'evil.js'
    expect((await uploadFile('gallery', version, path, 'x', token)).status).toBe(400)
    expect((await env.RELEASES.list()).objects).toEqual([])
  },
)

test("a team's token gives nobody more than a canary, and ends it", async () => {
  await register('careful', 'v1')
  const token = await createTeamToken('careful')
  const refused = [
    postRelease('careful/promote', { version: 'v1', reason: 'a first version' }, token),
    postRelease('careful/canary', { version: 'v1', share: 11, ramp: true }, token),
  ]
  for (const answer of await Promise.all(refused)) {
    expect(await answer.json()).toMatchObject({
      status: 403,
      detail: "a team's token gives a version to at most 10 %: start a canary, or ask the platform",
    })
  }
  expect(
    (await postRelease('careful/canary', { version: 'v1', share: 10, ramp: true }, token)).status,
  ).toBe(200)
  expect(await (await askReleases('careful', { token })).json()).toMatchObject({
    current: null,
    canary: { share: 10 },
    largestShare: 10,
  })
  expect(await (await postRelease('careful/rollback', {}, token)).json()).toMatchObject({
    current: null,
    canary: null,
  })
})

test('two platform tokens are accepted while one leaves', async () => {
  const statuses = async (PLATFORM_TOKEN: string) => {
    const answers = ['old', 'new', 'new,old', ''].map((token) =>
      ask(
        '/api/releases/tokens',
        { headers: { authorization: `Bearer ${token}` } },
        { PLATFORM_TOKEN },
      ),
    )
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  expect(await statuses('new,old')).toEqual([200, 200, 401, 401])
  expect(await statuses('new')).toEqual([401, 200, 401, 401])
})

test('an open page reports with the token that it got before the secret was rotated', async () => {
  const claims = { visitor: 'ana', versions: { gallery: 'v1' }, expires: Date.now() + 60_000 }
  const report = async (token: string, COMPOSITION_SECRET: string) => {
    const body = JSON.stringify({ token, remote: 'gallery', outcome: 'ok' })
    return (await ask('/api/releases/outcomes', { method: 'POST', body }, { COMPOSITION_SECRET }))
      .status
  }
  const old = await signClaims(env.COMPOSITION_SECRET, claims)
  expect([await report(old, `new,${env.COMPOSITION_SECRET}`), await report(old, 'new')]).toEqual([
    204, 403,
  ])
  // The new secret signs, so the old one can leave once the pages' tokens have expired, after a
  // day.
  const fresh = await signClaims(`new,${env.COMPOSITION_SECRET}`, claims)
  expect([await readClaims('new', fresh), await readClaims(env.COMPOSITION_SECRET, fresh)]).toEqual(
    [claims, null],
  )
})
