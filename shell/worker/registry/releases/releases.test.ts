import { env } from 'cloudflare:workers'
import type { ContractShape } from '@encre/protocol/contract-shape'
import type { Channel, History, RemoteStatus } from '@encre/protocol/registry'
import { hashStyles } from '@encre/protocol/style-hash'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  ask,
  askPage,
  askReleases,
  buildRelease,
  createTeamToken,
  migrate,
  platformToken,
  publish,
  register,
  uploadFile,
} from '../../testing/site.ts'

beforeAll(migrate)

const post = (path: string, body: unknown, token = platformToken) => askReleases(path, { method: 'POST', body, token })
const status = async (remote: string) => (await askReleases(remote)).json<RemoteStatus>()
const codeOf = async (response: Response) => [response.status, (await response.json<{ code: string }>()).code]

test('visitors get a registered version only after its promotion', async () => {
  expect((await register('tattoo', 'v1')).status).toBe(201)
  expect(await (await askPage('/tattoo')).text()).not.toContain('/remotes/tattoo/v1/')

  const promoted = await post('tattoo/promote', { version: 'v1', reason: 'the first' })
  expect(promoted.status).toBe(200)
  expect(await promoted.json()).toEqual({ remote: 'tattoo', current: 'v1', previous: null, canary: null, revision: 1 })
  expect(await (await ask('/tattoo')).text()).toContain('/remotes/tattoo/v1/remote-entry.js')
})

test('registering a version again changes nothing, and other content under its name is refused', async () => {
  await register('twice', 'v1')
  expect((await register('twice', 'v1')).status).toBe(200)
  expect(await codeOf(await register('twice', 'v1', { global: 'other' }))).toEqual([409, 'release-exists'])
})

test('refuses a release with a missing file, and names the file', async () => {
  const { release, contents } = await buildRelease('torn', 'v1')
  await uploadFile('torn', 'v1', 'remote-entry.js', contents['remote-entry.js'] ?? '')
  const refused = await post('torn', release)
  expect(await refused.json()).toMatchObject({
    code: 'files-missing',
    status: 409,
    detail: expect.stringContaining('async/remote.1a2b3c4d.js'),
  })
  expect((await status('torn')).versions).toEqual([])
  expect(await codeOf(await post('torn/promote', { version: 'v1' }))).toEqual([409, 'unknown-version'])
})

test('refuses a release that does not list its entry', async () => {
  expect(await codeOf(await register('astray', 'v1', { entry: 'other.js' }))).toEqual([409, 'files-missing'])
})

test('refuses a truncated file, and accepts the complete one after it', async () => {
  const { release, contents } = await buildRelease('cut', 'v1')
  const path = 'remote-entry.js'
  const whole = contents[path] ?? ''
  expect(await codeOf(await uploadFile('cut', 'v1', path, whole.slice(0, 5), platformToken, release.files[path]?.integrity))).toEqual([
    422,
    'file-damaged',
  ])
  expect(await env.RELEASES.head('remotes/cut/v1/remote-entry.js')).toBeNull()
  expect((await uploadFile('cut', 'v1', path, whole)).status).toBe(204)
})

test('a file is written once', async () => {
  expect((await uploadFile('once', 'v1', 'a.js', 'first')).status).toBe(204)
  expect((await uploadFile('once', 'v1', 'a.js', 'first')).status).toBe(204)
  expect(await codeOf(await uploadFile('once', 'v1', 'a.js', 'second'))).toEqual([409, 'file-exists'])
  expect(await (await env.RELEASES.get('remotes/once/v1/a.js'))?.text()).toBe('first')
})

test.each(['.hidden', 'a//b.js', 'a/..%2fb.js', 'a%20b.js', 'a/'])('a file cannot be named %s', async (path) => {
  expect(await codeOf(await uploadFile('names', 'v1', path, 'x'))).toEqual([400, 'invalid-request'])
})

test('refuses a file over 5 MB', async () => {
  expect(await codeOf(await uploadFile('large', 'v1', 'a.js', 'x'.repeat(5 * 1024 * 1024 + 1)))).toEqual([413, 'file-too-large'])
})

test.each(['/about', '/sign-in', '/callback', '/api', '/remotes', '/status', '/f'])("refuses the site's own path %s", async (path) => {
  const refused = await register('thief', 'v1', { routes: [{ path, access: 'public', lang: 'fr', title: 'x' }] })
  expect(await refused.json()).toMatchObject({ status: 409, code: 'route-taken', detail: path })
})

test("refuses another remote's route, and claims no other route of that release", async () => {
  await register('owner', 'v1')
  const routes = [
    { path: '/free', access: 'public' as const, lang: 'fr' as const, title: 'x' },
    { path: '/owner', access: 'public' as const, lang: 'fr' as const, title: 'x' },
  ]
  const refused = await register('intruder', 'v1', { routes })
  expect(await refused.json()).toMatchObject({ status: 409, code: 'route-taken', detail: '/owner' })
  expect((await register('honest', 'v1', { routes: routes.slice(0, 1) })).status).toBe(201)
})

test('gives a route to one of two remotes that claim it at the same time', async () => {
  const routes = [{ path: '/wanted', access: 'public' as const, lang: 'fr' as const, title: 'x' }]
  const answers = await Promise.all([register('left', 'v1', { routes }), register('right', 'v1', { routes })])
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
})

test('a remote keeps its route from version to version', async () => {
  const answers = await Promise.all(['v1', 'v2', 'v3'].map((version) => register('faithful', version)))
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201])
})

test('one of two simultaneous promotions is refused', async () => {
  await Promise.all([register('race', 'v1'), register('race', 'v2')])
  const answers = await Promise.all(['v1', 'v2'].map((version) => post('race/promote', { version, revision: 0 })))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412])
  const { current, revision } = await status('race')
  expect(revision).toBe(1)
  const { entries } = await (await askReleases('race/history')).json<History>()
  expect(entries.map((entry) => entry.version)).toEqual([current])
})

test('refuses a change with an old revision', async () => {
  await publish('stale', 'v1')
  await register('stale', 'v2')
  for (const revision of [0, 7])
    expect(await codeOf(await post('stale/promote', { version: 'v2', revision }))).toEqual([412, 'stale-revision'])
  expect((await status('stale')).current).toBe('v1')
})

test('a second rollback returns to the version before the previous one', async () => {
  for (const version of ['v1', 'v2', 'v3']) await publish('steps', version)
  const roll = async () => (await post('steps/rollback', { reason: 'broken' })).json<Channel>()
  expect(await roll()).toMatchObject({ current: 'v2', previous: 'v1' })
  expect(await roll()).toMatchObject({ current: 'v1', previous: null })
  expect(await codeOf(await post('steps/rollback', {}))).toEqual([409, 'nothing-to-roll-back-to'])
})

test('never falls back to a version that was rolled back', async () => {
  for (const version of ['v1', 'v2']) await publish('wary', version)
  await post('wary/rollback', {})
  await publish('wary', 'v3')
  expect(await (await post('wary/rollback', {})).json()).toMatchObject({ current: 'v1', previous: null })
})

test('falls back to a version that was promoted again after its rollback', async () => {
  for (const version of ['v1', 'v2']) await publish('forgiving', version)
  await post('forgiving/rollback', {})
  for (const version of ['v2', 'v3', 'v4']) await publish('forgiving', version)
  expect(await (await post('forgiving/rollback', {})).json()).toMatchObject({ current: 'v3', previous: 'v2' })
})

test('the history lists author, action, date and reason, newest first', async () => {
  await publish('told', 'v1')
  const token = await createTeamToken('told')
  await register('told', 'v2', {}, token)
  await ask('/api/releases/told/promote', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-author': encodeURIComponent('Zoé') },
    body: JSON.stringify({ version: 'v2', reason: 'a new card' }),
  })
  const { entries } = await (await askReleases('told/history')).json<History>()
  expect(entries).toMatchObject([
    { action: 'promote', version: 'v2', replaced: 'v1', author: 'Zoé (team told)', reason: 'a new card', share: null },
    { action: 'promote', version: 'v1', replaced: null, author: 'platform', reason: null },
  ])
  expect(Date.parse(entries[0]?.at ?? '')).toBeGreaterThan(Date.now() - 60_000)
})

test("a team's token changes its own remote only", async () => {
  await publish('mine', 'v1')
  await publish('theirs', 'v1')
  await register('theirs', 'v2')
  const token = await createTeamToken('mine')
  expect((await register('mine', 'v2', {}, token)).status).toBe(201)

  const before = await status('theirs')
  const attempts = [
    post('theirs/promote', { version: 'v2' }, token),
    post('theirs/rollback', {}, token),
    post('theirs/canary', { version: 'v2', share: 10 }, token),
    uploadFile('theirs', 'v3', 'a.js', 'x', token),
    register('theirs', 'v4', {}, token),
    askReleases('theirs', { token }),
    post('tokens', { remote: 'theirs', author: 'x' }, token),
  ]
  for (const answer of await Promise.all(attempts)) expect(await codeOf(answer)).toEqual([403, 'permission-denied'])
  expect(await status('theirs')).toEqual(before)
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

test.each([
  ['promote', { version: 'v1', force: true }],
  ['promote', { version: '../v1' }],
  ['promote', 'v1'],
  ['rollback', { revision: -1 }],
  ['canary', { version: 'v1', share: 101 }],
  ['canary', { version: 'v1', share: 0.5 }],
])('%s refuses %j', async (action, body) => {
  expect(await codeOf(await post(`mine/${action}`, body))).toEqual([400, 'invalid-request'])
})

test('refuses an invalid release, and one of another remote', async () => {
  const { release } = await buildRelease('mine', 'v9')
  expect(await codeOf(await post('mine', { name: 'mine' }))).toEqual([400, 'invalid-request'])
  expect(await codeOf(await post('theirs', release))).toEqual([400, 'invalid-request'])
})

test.each(['shell', 'compositions', 'outcomes', 'A', '-x'])('there is no remote named %s', async (name) => {
  expect(await codeOf(await askReleases(name))).toEqual([404, 'not-found'])
})

test.each([
  [{ shellApi: 2 }, 'it needs version 2 of the ShellApi, the live shell has 1'],
  [{ shared: { react: '^20.0.0' } }, 'it needs react ^20.0.0, the live shell has'],
  [{ shared: { react: '^19.99.0' } }, 'it needs react ^19.99.0'],
  [{ shared: { react: '*' } }, 'it needs react *'],
  [{ shared: { react: '>=19.0.0' } }, 'it needs react >=19.0.0'],
  [{ shared: { react: 'latest' } }, 'it needs react latest'],
  [{ shared: { 'react-router': '^7.0.0' } }, 'it wants to share react-router'],
  [
    { files: { 'remote-entry.js': { bytes: 50_000, integrity: 'sha384-x' } }, scripts: [], styles: [] },
    'its entry has 50000 bytes, the budget is 32000',
  ],
  [
    {
      files: {
        'remote-entry.js': { bytes: 30_000, integrity: 'sha384-x' },
        'a.js': { bytes: 200_000, integrity: 'sha384-x' },
        'a.css': { bytes: 70_001, integrity: 'sha384-x' },
      },
      scripts: ['a.js'],
      styles: ['a.css'],
    },
    'its first screen has 300001 bytes, the budget is 300000',
  ],
])('refuses a release that is incompatible with the live shell, with the reason: %j', async (changes, sentence) => {
  const refused = await register('misfit', 'v1', changes)
  expect(await refused.json()).toMatchObject({ status: 409, code: 'does-not-fit', detail: expect.stringContaining(sentence) })
  expect((await status('misfit')).versions).toEqual([])
})

test('pruning keeps the newest versions and those in a channel', async () => {
  await publish('pruned', 'v1')
  await publish('pruned', 'v2')
  for (const version of ['v3', 'v4', 'v5', 'v6', 'v7']) await register('pruned', version)
  await post('pruned/canary', { version: 'v3', share: 1 })
  await uploadFile('pruned', 'unregistered', 'a.js', 'x')
  for (const version of ['v3', 'v4']) await env.RELEASES.put(`maps/remotes/pruned/${version}/a.js.map`, '{}')

  expect(await (await post('pruned/prune', { keep: 3 })).json()).toEqual({ versions: ['v4'] })
  expect((await status('pruned')).versions.map(({ version }) => version).sort()).toEqual(['v1', 'v2', 'v3', 'v5', 'v6', 'v7'])
  expect((await env.RELEASES.list({ prefix: 'remotes/pruned/v4/' })).objects).toEqual([])
  expect((await env.RELEASES.list({ prefix: 'remotes/pruned/v3/' })).objects).toHaveLength(3)
  const { objects: maps } = await env.RELEASES.list({ prefix: 'maps/' })
  expect(maps.map(({ key }) => key)).toEqual(['maps/remotes/pruned/v3/a.js.map'])
  // Someone may be uploading it right now.
  expect((await env.RELEASES.list({ prefix: 'remotes/pruned/unregistered/' })).objects).toHaveLength(1)
})

test('refuses to prune to fewer than three versions', async () => {
  expect(await codeOf(await post('pruned/prune', { keep: 2 }))).toEqual([400, 'invalid-request'])
})

test('refuses a release without routes', async () => {
  const refused = await register('nowhere', 'v1', { routes: [] })
  expect(await refused.json()).toMatchObject({ code: 'does-not-fit', detail: 'it has no routes, so no visitor could open it' })
})

test('refuses a version that loses a route of the current one, unless the change names the route', async () => {
  const [list, one] = ['/shelf', '/shelf/:id'].map((path) => ({ path, access: 'member' as const, lang: 'fr' as const, title: path }))
  if (!list || !one) throw new Error('two routes')
  await publish('shelf', 'v1', { routes: [list, one] })
  await register('shelf', 'v2', { routes: [list] })
  const sentence = 'visitors would lose the route /shelf/:id: keep it, or allow it with --drop-route /shelf/:id'
  const { release } = await buildRelease('shelf', 'v2', { routes: [list] })
  expect(await (await post('shelf/check', release)).json()).toEqual({ misfits: [sentence] })
  expect(await (await post('shelf/check?drop=/shelf/:id', release)).json()).toEqual({ misfits: [] })
  for (const [path, body] of [['promote', {}] as const, ['canary', { share: 5 }] as const]) {
    const refused = await post(`shelf/${path}`, { version: 'v2', ...body })
    expect(await refused.json()).toMatchObject({ status: 409, code: 'does-not-fit', detail: sentence })
  }
  expect((await post('shelf/promote', { version: 'v2', dropRoutes: ['/other'] })).status).toBe(409)
  expect((await post('shelf/promote', { version: 'v2', dropRoutes: ['/shelf/:id'] })).status).toBe(200)
  expect((await post('shelf/rollback', {})).status).toBe(200)
})

test.each([
  ['3f2a91c-9b01d2e4-dirty', 'its tree has uncommitted changes: commit them. Only a local site accepts them'],
  ['0000000-9b01d2e4', 'its tree has no commit: build it from a clone. Only a local site accepts it'],
])('refuses version %s, except on a local site', async (version, sentence) => {
  const { release } = await buildRelease('unsaved', version)
  const check = (faults: Partial<Env>) =>
    ask(
      `${faults.SITE_ORIGIN}/api/releases/unsaved/check`,
      { method: 'POST', headers: { authorization: `Bearer ${platformToken}` }, body: JSON.stringify(release) },
      faults,
    )
  expect(await (await check({ SITE_ORIGIN: 'https://encre.test' })).json()).toEqual({ misfits: [sentence] })
  expect(await (await check({ SITE_ORIGIN: 'http://localhost:8787' })).json()).toEqual({ misfits: [] })
})

describe('the contract of the deployed worker', () => {
  const design = (...fields: string[]): ContractShape => ({
    schemas: { Design: { type: 'object', properties: Object.fromEntries(fields.map((field) => [field, {}])), required: fields } },
    paths: { designs: '/api/gallery/designs' },
  })

  test('accepts a remote whose contract it satisfies', async () => {
    await publish('gallery', 'fits', { contract: design('id') })
    expect((await status('gallery')).current).toBe('fits')
  })

  test('refuses a remote that needs more, names what is missing, and writes nothing', async () => {
    const sentence = 'the deployed gallery worker does not fit: in an answer, Design.seed is missing'
    const refused = await register('gallery', 'needs-more', { contract: design('id', 'seed') })
    expect(await refused.json()).toMatchObject({ status: 409, code: 'does-not-fit', detail: sentence })

    const { release } = await buildRelease('gallery', 'needs-more', { contract: design('id', 'seed') })
    expect(await (await post('gallery/check', release)).json()).toEqual({ misfits: [sentence] })
    expect((await status('gallery')).versions.map(({ version }) => version)).not.toContain('needs-more')
  })

  test('refuses a remote that has a worker and declares no contract', async () => {
    const { release } = await buildRelease('gallery', 'silent')
    const { contract: _, ...silent } = release
    const sentence = 'it does not say what it needs of the deployed gallery worker'
    expect(await (await post('gallery', silent)).json()).toMatchObject({ status: 409, code: 'does-not-fit', detail: sentence })
  })

  test('a remote without a worker needs no contract', async () => {
    const { release } = await buildRelease('tattoo', 'silent')
    const { contract: _, ...silent } = release
    expect(await (await post('tattoo/check', silent)).json()).toEqual({ misfits: [] })
  })

  test('refuses to promote a version after its worker was rolled back, but allows a rollback to it', async () => {
    const { release } = await buildRelease('gallery', 'fits', { contract: design('id', 'seed') })
    await env.DB.prepare('update releases set release = ? where remote = ? and version = ?')
      .bind(JSON.stringify(release), 'gallery', 'fits')
      .run()
    await publish('gallery', 'later')
    expect(await codeOf(await post('gallery/promote', { version: 'fits' }))).toEqual([409, 'does-not-fit'])
    expect(await codeOf(await post('gallery/canary', { version: 'fits', share: 1 }))).toEqual([409, 'does-not-fit'])
    expect((await post('gallery/rollback', {})).status).toBe(200)
    expect((await status('gallery')).current).toBe('fits')
  })

  test('refuses a release while its worker does not answer', async () => {
    const { release } = await buildRelease('gallery', 'v1', { contract: design('id') })
    const away = { fetch: () => Promise.reject(new Error('away')) } as unknown as Fetcher
    const init = { method: 'POST', headers: { authorization: `Bearer ${platformToken}` }, body: JSON.stringify(release) }
    const answer = await ask('/api/releases/gallery/check', init, { GALLERY: away })
    expect(await answer.json()).toEqual({ misfits: ['the deployed gallery worker does not say what it offers'] })
  })
})

test('refuses a release with a skeleton that runs code, and names its route', async () => {
  const html = '<h1>Carnet</h1><script>alert(1)</script>'
  const skeletons = { '/sketch': { html, css: '', styleHash: await hashStyles('') } }
  const response = await register('sketch', 'v1', { skeletons })
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({
    code: 'does-not-fit',
    detail: expect.stringContaining('the skeleton of /sketch: it contains <script>'),
  })
})

test("refuses a release whose page would prefetch from another remote's worker", async () => {
  const routes = [{ path: '/sketch', access: 'member' as const, lang: 'fr' as const, title: 'Carnet', prefetch: ['/api/account/me'] }]
  expect(await (await register('sketch', 'v3', { routes })).json()).toMatchObject({
    code: 'does-not-fit',
    detail: 'its route /sketch prefetches /api/account/me, which is not of its own worker',
  })
})

test('refuses a skeleton of a route that the release does not have', async () => {
  const skeletons = { '/elsewhere': { html: '<h1>Carnet</h1>', css: '', styleHash: await hashStyles('') } }
  expect(await (await register('sketch', 'v2', { skeletons })).json()).toMatchObject({
    detail: expect.stringContaining('the skeleton of /elsewhere: it has no such route'),
  })
})

test('a check lists every route of another remote', async () => {
  await register('owner', 'v1')
  const routes = ['/owner', '/about', '/unclaimed'].map((path) => ({ path, access: 'public' as const, lang: 'fr' as const, title: 'x' }))
  const { release } = await buildRelease('claimant', 'v1', { routes })
  expect(await (await post('claimant/check', release)).json()).toEqual({
    misfits: ['the route /about belongs to another', 'the route /owner belongs to another'],
  })
})

test('registers a route with a parameter together with its page only', async () => {
  const page = { path: '/plates', access: 'public' as const, lang: 'fr' as const, title: 'x' }
  const detail = { ...page, path: '/plates/:id' }
  expect(await codeOf(await register('plates', 'v1', { routes: [detail] }))).toEqual([400, 'invalid-request'])
  expect((await register('plates', 'v1', { routes: [page, detail] })).status).toBe(201)
})
