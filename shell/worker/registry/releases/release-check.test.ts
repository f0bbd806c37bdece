import { expect, test } from 'vitest'
import {
  ask,
  buildRelease,
  codeOf,
  createTeamToken,
  getRemoteStatus,
  platformToken,
  postRelease,
  publish,
  register,
  uploadFile,
} from '../../testing/site.ts'
import { clearCachedRemotes } from './live-remotes.ts'

test.each([
  {
    changes: { shellApi: 2 },
    sentence: 'it needs version 2 of the ShellApi, the live shell has 1',
  },
  {
    changes: { shared: { react: '^20.0.0' } },
    sentence: 'it needs react ^20.0.0, the live shell has',
  },
  { changes: { shared: { react: '>=19.0.0' } }, sentence: 'it needs react >=19.0.0' },
  { changes: { shared: { 'react-router': '^7.0.0' } }, sentence: 'it wants to share react-router' },
  { changes: { routes: [] }, sentence: 'it has no routes, so no visitor could open it' },
])(
  'refuses a release that is incompatible with the live shell: $sentence',
  async ({ changes, sentence }) => {
    const refused = await register('misfit', 'v1', changes)
    expect(await refused.json()).toMatchObject({
      status: 409,
      code: 'does-not-fit',
      detail: expect.stringContaining(sentence),
    })
    expect((await getRemoteStatus('misfit')).versions).toEqual([])
  },
)

test('a release of another major fits while the site has a file of it, and says what it costs', async () => {
  const check = async (shared: Record<string, string>) => {
    const { release } = await buildRelease('older', 'v1', { shared })
    return (await postRelease('older/check', release)).json()
  }
  expect(await check({ react: '^18.2.0', 'react-dom': '^18.2.0' })).toEqual({
    misfits: [],
    costs: [
      'it renders with React 18.3.1 and the shell with 19.3.1: its pages load that file too, and have a root of their own',
    ],
  })
  expect(await check({ react: '^19.0.0', 'react-dom': '^19.0.0' })).toEqual({
    misfits: [],
    costs: [],
  })
  expect(await check({})).toEqual({ misfits: [], costs: [] })
  // All modules of a page come from one copy.
  expect(await check({ react: '^18.2.0', 'react-dom': '^19.0.0' })).toMatchObject({
    misfits: [expect.stringContaining('it needs react ^18.2.0 and react-dom ^19.0.0')],
  })
})

test('refuses a version that loses a route of the current one, unless the change names the route', async () => {
  const page = { access: 'member', lang: 'fr', title: 'Shelf' } as const
  const list = { ...page, path: '/shelf' }
  const one = { ...page, path: '/shelf/:id' }
  await publish('shelf', 'v1', { routes: [list, one] })
  await register('shelf', 'v2', { routes: [list] })
  const sentence =
    'visitors would lose the route /shelf/:id: keep it, or allow it with --drop-route /shelf/:id'
  const { release } = await buildRelease('shelf', 'v2', { routes: [list] })
  expect(await (await postRelease('shelf/check', release)).json()).toMatchObject({
    misfits: [sentence],
  })
  expect(await (await postRelease('shelf/check?drop=/shelf/:id', release)).json()).toMatchObject({
    misfits: [],
  })
  for (const { path, share } of [{ path: 'promote' }, { path: 'canary', share: 5 }]) {
    const refused = await postRelease(`shelf/${path}`, { version: 'v2', share })
    expect(await refused.json()).toMatchObject({
      status: 409,
      code: 'does-not-fit',
      detail: sentence,
    })
  }
  expect(
    (await postRelease('shelf/promote', { version: 'v2', dropRoutes: ['/other'] })).status,
  ).toBe(409)
  const open = await buildRelease('shelf', 'v3', { routes: [{ ...list, access: 'public' }, one] })
  expect(await (await postRelease('shelf/check', open.release)).json()).toMatchObject({
    misfits: [
      "the members' route /shelf would be public: keep its access, or allow it with --drop-route /shelf",
    ],
  })
  expect(
    (await postRelease('shelf/promote', { version: 'v2', dropRoutes: ['/shelf/:id'] })).status,
  ).toBe(200)
  expect((await postRelease('shelf/rollback', {})).status).toBe(200)
})

test.each([
  {
    version: '3f2a91c-9b01d2e4-dirty',
    sentence: 'its tree has uncommitted changes: commit them. Only a local site accepts them',
  },
  {
    version: '0000000-9b01d2e4',
    sentence: 'its tree has no commit: build it from a clone. Only a local site accepts it',
  },
])('refuses version $version, except on a local site', async ({ version, sentence }) => {
  const { release } = await buildRelease('unsaved', version)
  const check = (faults: Partial<Env>) =>
    ask(
      `${faults.SITE_ORIGIN}/api/releases/unsaved/check`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${platformToken}` },
        body: JSON.stringify(release),
      },
      faults,
    )
  expect(await (await check({ SITE_ORIGIN: 'https://encre.test' })).json()).toMatchObject({
    misfits: [sentence],
  })
  expect(await (await check({ SITE_ORIGIN: 'http://localhost:8787' })).json()).toMatchObject({
    misfits: [],
  })
})

test('refuses a style for the whole page of a team that calls the registry itself, and registers nothing', async () => {
  const contents = { 'a.css': '@layer remotes.sketch{header{display:none}}' }
  const refused = await register('sketch', 'v1', {}, await createTeamToken('sketch'), contents)
  const detail = expect.stringMatching(/a\.css:1: header can match/)
  expect(await refused.json()).toMatchObject({ status: 409, code: 'does-not-fit', detail })
  expect((await getRemoteStatus('sketch')).versions).toEqual([])
})

test('refuses a file that the release does not list, before and after its registration', async () => {
  await uploadFile('sketch', 'v8', 'extra.js', 'more()')
  expect(await (await register('sketch', 'v8')).json()).toMatchObject({
    code: 'files-missing',
    detail: '(not listed: extra.js)',
  })
  await register('sketch', 'v9')
  expect(await codeOf(await uploadFile('sketch', 'v9', 'extra.js', 'more()'))).toEqual([
    400,
    'invalid-request',
  ])
})

test('the links of all remotes have room in the header together', async () => {
  const header = { label: 'x'.repeat(30), order: 1 }
  const routes = (name: string) => [
    { path: `/${name}`, access: 'public' as const, lang: 'fr' as const, title: name, header },
  ]
  await publish('wide', 'v1', { routes: routes('wide') })
  clearCachedRemotes()
  expect(await (await register('wider', 'v1', { routes: routes('wider') })).json()).toMatchObject({
    detail:
      'its header links are 6 characters too long for the header beside those of the other remotes',
  })
  expect((await register('wide', 'v2', { routes: routes('wide') })).status).toBe(201)
})
