import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import {
  ask,
  askPage,
  askReleases,
  buildRelease,
  codeOf,
  getRemoteStatus,
  platformToken,
  postRelease,
  publish,
  register,
  uploadFile,
} from '../../testing/site.ts'

const pageOf = (path: string) => ({ path, access: 'public', lang: 'fr', title: 'x' }) as const

test('visitors get a registered version only after its promotion', async () => {
  expect((await register('tattoo', 'v1')).status).toBe(201)
  expect(await (await askPage('/tattoo')).text()).not.toContain('/remotes/tattoo/v1/')

  const promoted = await postRelease('tattoo/promote', { version: 'v1', reason: 'the first' })
  expect(promoted.status).toBe(200)
  expect(await promoted.json()).toEqual({
    remote: 'tattoo',
    current: 'v1',
    previous: null,
    canary: null,
    revision: 1,
  })
  expect(await (await ask('/tattoo')).text()).toContain('/remotes/tattoo/v1/remote-entry.js')
})

test('registering a version again changes nothing, and other content under its name is refused', async () => {
  await register('twice', 'v1')
  expect((await register('twice', 'v1')).status).toBe(200)
  expect(await codeOf(await register('twice', 'v1', { global: 'other' }))).toEqual([
    409,
    'release-exists',
  ])
})

test('refuses a release with a missing file, and names the file', async () => {
  const { release, contents } = await buildRelease('torn', 'v1')
  await uploadFile('torn', 'v1', 'remote-entry.js', contents['remote-entry.js'] ?? '')
  const detail = expect.stringContaining('async/remote.1a2b3c4d.js')
  expect(await (await postRelease('torn', release)).json()).toMatchObject({
    code: 'files-missing',
    status: 409,
    detail,
  })
  expect((await getRemoteStatus('torn')).versions).toEqual([])
  expect(await codeOf(await postRelease('torn/promote', { version: 'v1' }))).toEqual([
    409,
    'unknown-version',
  ])
})

test.each(['/about', '/sign-in', '/callback', '/api', '/remotes', '/status', '/f'])(
  "refuses the site's own path %s",
  async (path) => {
    const refused = await register('thief', 'v1', { routes: [pageOf(path)] })
    expect(await refused.json()).toMatchObject({ status: 409, code: 'route-taken', detail: path })
  },
)

test.each([
  {
    version: 'hollow',
    more: { 'async/page.1a2b3c4d.js': '' },
    defect: 'async/page.1a2b3c4d.js is empty',
  },
  {
    version: 'halved',
    more: { 'remote-entry.js': 'const chunkOf = (id) => ({ 4: "0a1b2c3d4e" })[id]' },
    defect: 'its entry loads a chunk with the hash 0a1b2c3d4e, which is not among its files',
  },
])('refuses uploaded files that no page could run: $defect', async ({ version, more, defect }) => {
  const refused = await register('gallery', version, {}, platformToken, more)
  expect(await refused.json()).toMatchObject({ code: 'does-not-fit', detail: defect })
})

test("refuses another remote's route, and claims no other route of that release", async () => {
  await register('owner', 'v1')
  const routes = [pageOf('/free'), pageOf('/owner')]
  const refused = await register('intruder', 'v1', { routes })
  expect(await refused.json()).toMatchObject({ status: 409, code: 'route-taken', detail: '/owner' })
  expect((await register('honest', 'v1', { routes: routes.slice(0, 1) })).status).toBe(201)
})

test('gives a route to one of two remotes that claim it at the same time', async () => {
  const routes = [pageOf('/wanted')]
  const answers = await Promise.all([
    register('left', 'v1', { routes }),
    register('right', 'v1', { routes }),
  ])
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
})

test('refuses an invalid release, and one of another remote', async () => {
  const { release } = await buildRelease('mine', 'v9')
  expect(await codeOf(await postRelease('mine', { name: 'mine' }))).toEqual([
    400,
    'invalid-request',
  ])
  expect(await codeOf(await postRelease('theirs', release))).toEqual([400, 'invalid-request'])
})

test.each(['shell', 'compositions', 'outcomes', 'A', '-x'])(
  'there is no remote named %s',
  async (name) => {
    expect(await codeOf(await askReleases(name))).toEqual([404, 'not-found'])
  },
)

test('refuses a truncated file, and accepts the complete one after it', async () => {
  const { release, contents } = await buildRelease('cut', 'v1')
  const path = 'remote-entry.js'
  const whole = contents[path] ?? ''
  const cut = await uploadFile(
    'cut',
    'v1',
    path,
    whole.slice(0, 5),
    platformToken,
    release.files[path]?.integrity,
  )
  expect(await codeOf(cut)).toEqual([422, 'file-damaged'])
  expect(await env.RELEASES.head('remotes/cut/v1/remote-entry.js')).toBeNull()
  expect((await uploadFile('cut', 'v1', path, whole)).status).toBe(204)
})

test('a file is written once', async () => {
  for (let times = 0; times < 2; times++)
    expect((await uploadFile('once', 'v1', 'a.js', 'first')).status).toBe(204)
  expect(await codeOf(await uploadFile('once', 'v1', 'a.js', 'second'))).toEqual([
    409,
    'file-exists',
  ])
  expect(await (await env.RELEASES.get('remotes/once/v1/a.js'))?.text()).toBe('first')
})

test.each(['.hidden', 'a//b.js', 'a/..%2fb.js', 'a%20b.js', 'a/'])(
  'a file cannot be named %s',
  async (path) => {
    expect(await codeOf(await uploadFile('names', 'v1', path, 'x'))).toEqual([
      400,
      'invalid-request',
    ])
  },
)

test('refuses a file over 5 MB', async () => {
  expect(
    await codeOf(await uploadFile('large', 'v1', 'a.js', 'x'.repeat(5 * 1024 * 1024 + 1))),
  ).toEqual([413, 'file-too-large'])
})

test('accepts more than 1 kB above the live version with a reason only', async () => {
  await publish('heavy', 'v1')
  const bytes = crypto.getRandomValues(new Uint8Array(1500)).toBase64()
  const grown = { 'async/page.1a2b3c4d.js': `"${bytes}"` }
  const refused = await register('heavy', 'v2', {}, platformToken, grown)
  expect(await refused.json()).toMatchObject({
    code: 'does-not-fit',
    detail: expect.stringMatching(/^its scripts and stylesheets grow from \d+ to \d+ bytes/),
  })
  const { release } = await buildRelease('heavy', 'v2', {}, grown)
  expect((await postRelease('heavy?grows=a+map', release)).status).toBe(201)
})

test('pruning keeps the newest versions and those in a channel', async () => {
  await publish('pruned', 'v1')
  await publish('pruned', 'v2')
  for (const version of ['v3', 'v4', 'v5', 'v6', 'v7']) await register('pruned', version)
  await postRelease('pruned/canary', { version: 'v3', share: 1 })
  await uploadFile('pruned', 'unregistered', 'a.js', 'x')
  for (const version of ['v3', 'v4'])
    await env.RELEASES.put(`maps/remotes/pruned/${version}/a.js.map`, '{}')

  expect(await (await postRelease('pruned/prune', { keep: 3 })).json()).toEqual({
    versions: ['v4'],
  })
  expect((await getRemoteStatus('pruned')).versions.map(({ version }) => version).sort()).toEqual([
    'v1',
    'v2',
    'v3',
    'v5',
    'v6',
    'v7',
  ])
  const listKeys = async (prefix: string) =>
    (await env.RELEASES.list({ prefix })).objects.map(({ key }) => key)
  expect([
    await listKeys('remotes/pruned/v4/'),
    (await listKeys('remotes/pruned/v3/')).length,
  ]).toEqual([[], 3])
  expect(await listKeys('maps/')).toEqual(['maps/remotes/pruned/v3/a.js.map'])
  // Someone may be uploading it right now.
  expect(await listKeys('remotes/pruned/unregistered/')).toHaveLength(1)
})

test('pruning keeps the files of releases that a lost or old database does not have', async () => {
  const day = 86_400_000
  const countFiles = async () =>
    (await env.RELEASES.list({ prefix: 'remotes/pruned-after-loss/' })).objects.length
  const storeFiles = async (version: string, count: number) => {
    for (let file = 0; file < count; file++) {
      await env.RELEASES.put(`remotes/pruned-after-loss/${version}/${file}.js`, 'x')
    }
  }
  const prune = async (orphans?: number) =>
    (await postRelease('pruned-after-loss/prune', { keep: 3, orphans })).json()
  await storeFiles('v1', 101)
  vi.setSystemTime(Date.now() + 2 * day)
  expect(await prune()).toEqual({ versions: [], kept: { files: 101, reason: 'table-empty' } })

  await register('pruned-after-loss', 'v2')
  const registered = (await countFiles()) - 101
  expect(await prune()).toEqual({ versions: [], kept: { files: 101, reason: 'many-orphans' } })
  await env.DB.prepare("update releases set created_at = ? where remote = 'pruned-after-loss'")
    .bind('2026-01-01T00:00:00.000Z')
    .run()
  expect(await prune(100)).toEqual({ versions: [], kept: { files: 101, reason: 'table-old' } })
  expect(await countFiles()).toBe(101 + registered)

  expect(await prune(101)).toEqual({ versions: [] })
  expect(await countFiles()).toBe(registered)
})
