import { env } from 'cloudflare:workers'
import { integrityOf } from '@encre/protocol/served-file'
import type { InsightErrors } from '@encre/releases/insight'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  ask,
  askReleases,
  createTeamToken,
  platformToken,
  postRelease,
  publish,
  register,
} from '../../testing/site.ts'
import { reportsPerNetwork } from './page-errors.ts'
import { newErrorsPerDay, recordPageError } from './page-errors-store.ts'

beforeAll(async () => {
  for (const remote of ['gallery', 'account']) await publish(remote, 'v1')
})
beforeEach(async () => {
  await env.DB.prepare('delete from page_errors').run()
  const { objects } = await env.RELEASES.list({ prefix: 'maps/' })
  await env.RELEASES.delete(objects.map(({ key }) => key))
})

const script = '/remotes/gallery/v1/async/remote.1a2b3c4d.js'
const stackIn = (path: string, position = '1:11') =>
  `TypeError: x is undefined\n    at t (http://localhost:8787${path}:${position})\n    at MessagePort.run (http://localhost:8787/static/js/react.0a1b2c3d.js:2:9)`
const report = {
  composition: '0123456789ab',
  openedWith: '0123456789ab',
  path: '/gallery',
  message: 'TypeError: x is undefined',
}

const record = (changes: Partial<Parameters<typeof recordPageError>[1]> = {}) =>
  recordPageError(env, { ...report, ...changes })
const listErrors = async (token = platformToken) =>
  (await (await askReleases('insight/errors', { token })).json<InsightErrors>()).errors

/**
 * One segment: column 11 of the built line is line 2, column 6 of `src/gallery-page.tsx`, in
 * `handleDelete`.
 */
const map = JSON.stringify({
  version: 3,
  sources: ['../../src/gallery-page.tsx'],
  names: ['handleDelete'],
  mappings: 'UACKA',
})

async function uploadMap(address: string, content = map, token = platformToken): Promise<number> {
  const body = new TextEncoder().encode(content)
  const headers = { authorization: `Bearer ${token}`, 'x-integrity': await integrityOf(body) }
  return (await ask(`/api/releases/${address}.map`, { method: 'PUT', headers, body })).status
}

test('counts the same error of a version once per page, under its route', async () => {
  await record({ stack: stackIn(script) })
  await record({ stack: stackIn(`${script}?retry=1`), path: '/gallery' })
  await record({ stack: stackIn(script), message: 'Error: another' })
  expect(await listErrors()).toMatchObject([
    {
      remote: 'gallery',
      version: 'v1',
      route: '/gallery',
      message: 'TypeError: x is undefined',
      count: 2,
    },
    { message: 'Error: another', count: 1 },
  ])
})

test('names the new versions that the page had mounted before, and how often', async () => {
  await register('account', 'v2')
  await postRelease('account/canary', { version: 'v2', share: 5 })
  await env.DB.prepare("update history set at = '2026-01-01' where version = 'v1'").run()
  const earlier = ['account v2', 'account v1', 'gallery v1', 'nobody v9']
  await record({ stack: stackIn(script), earlier })
  await record({ stack: stackIn(script), earlier: ['gallery v1'] })
  expect(await listErrors()).toMatchObject([{ count: 2, suspects: 'account v2', suspected: 1 }])
})

test('stores neither addresses nor what names a person', async () => {
  const id = '3f2a91c0-9b01-42e4-8f00-aa55aa55aa55'
  await record({
    path: `/members/${id}`,
    message: `Error: ana@example.com asked https://encre.test/api/gallery/images/${id}?o=abc&s=secret for auth0|62f0 from /s/abcdefghijklmnopqrstuv`,
    stack: `Error\n    at https://encre.test/static/js/a.0a1b2c3d.js?s=secret:1:2\n    at /remotes/gallery/0123456-01234567-dirty/b.js:1:2`,
  })
  const [error] = await listErrors()
  expect(error).toMatchObject({
    route: 'other',
    message: 'Error: <email> asked /api/gallery/images/<id> for <member> from /s/<token>',
  })
  expect(error?.stack).toBe(
    'Error\n    at /static/js/a.0a1b2c3d.js:1:2\n    at /remotes/gallery/0123456-01234567-dirty/b.js:1:2',
  )
})

test('a team reads the errors of its own remote', async () => {
  await record({ stack: stackIn(script) })
  expect(await listErrors(await createTeamToken('gallery'))).toHaveLength(1)
  expect(await listErrors(await createTeamToken('account'))).toEqual([])
})

test('translates a stack with the map that was uploaded with the release', async () => {
  const stack = `TypeError: x is undefined\n    at t (http://localhost:8787${script}:1:11)`
  await record({ stack })
  expect(await listErrors()).toMatchObject([
    { isReadable: false, stack: `TypeError: x is undefined\n    at t (${script}:1:11)` },
  ])
  expect(await uploadMap('gallery/v1/maps/async/remote.1a2b3c4d.js')).toBe(204)
  expect(await listErrors()).toMatchObject([
    {
      isReadable: true,
      stack: 'TypeError: x is undefined\n    at handleDelete (src/gallery-page.tsx:2:6)',
    },
  ])
})

test('reads stacks of Firefox and Safari, and leaves frames without a map', async () => {
  await uploadMap('gallery/v1/maps/async/remote.1a2b3c4d.js')
  await record({
    stack: `t@http://localhost:8787${script}:1:11\nrun@http://localhost:8787/static/js/react.0a1b2c3d.js:2:9`,
  })
  expect(await listErrors()).toMatchObject([
    {
      isReadable: false,
      stack: '    at handleDelete (src/gallery-page.tsx:2:6)\nrun@/static/js/react.0a1b2c3d.js:2:9',
    },
  ])
})

test("translates the shell's own stacks, and skips a map that is damaged", async () => {
  await uploadMap('shell/maps/static/js/index.3f2a91c0.js')
  await uploadMap('shell/maps/static/js/react.0a1b2c3d.js', 'damaged')
  await record({
    stack:
      'Error\n    at /static/js/index.3f2a91c0.js:1:11\n    at /static/js/react.0a1b2c3d.js:1:11',
  })
  expect(await listErrors()).toMatchObject([
    { stack: expect.stringContaining('(src/gallery-page.tsx:2:6)\n    at /static/js/react') },
  ])
})

test('no address serves a map', async () => {
  await uploadMap('gallery/v1/maps/async/remote.1a2b3c4d.js')
  await uploadMap('shell/maps/static/js/index.3f2a91c0.js')
  // A build that lists its maps among its files, and a shell that was uploaded with its maps.
  await env.RELEASES.put('remotes/gallery/v1/listed.js.map', map, {
    customMetadata: { integrity: await integrityOf(new TextEncoder().encode(map)) },
  })
  await env.RELEASES.put('shell/static/js/index.3f2a91c0.js.map', map)
  const paths = [
    `${script}.map`,
    '/remotes/gallery/v1/listed.js.map',
    '/remotes/gallery/v1/../../../maps/remotes/gallery/v1/async/remote.1a2b3c4d.js.map',
    '/static/js/index.3f2a91c0.js.map',
    // In the deployed build itself.
    '/static/js/index.0123abcd.js.map',
    '/maps/remotes/gallery/v1/async/remote.1a2b3c4d.js.map',
    '/remotes/maps/remotes/gallery/v1/async/remote.1a2b3c4d.js.map',
  ]
  for (const path of paths) expect([path, (await ask(path)).status]).toEqual([path, 404])
})

test('the table has an end: after the limit of a day only known errors are counted', async () => {
  const insert = env.DB.prepare(
    "insert into page_errors (id, remote, version, route, message, stack, composition, count, first_at, last_at) values (?1, 'shell', 'v', '/', 'm', '', 'c', 1, ?2, ?2)",
  )
  const at = new Date().toISOString()
  await env.DB.batch(
    Array.from({ length: newErrorsPerDay - 1 }, (_, index) => insert.bind(`e${index}`, at)),
  )
  for (const message of ['one', 'two', 'one']) await record({ message })
  const rows = await env.DB.prepare(
    "select message, count from page_errors where message <> 'm'",
  ).all()
  expect(rows.results).toEqual([{ message: 'one', count: 2 }])
})

const logged = {
  composition: 'c2',
  openedWith: 'c1',
  path: '/gallery',
  message: 'it broke',
  requestId: 'r-1',
}
const send = (body: unknown, address = '198.51.100.7') =>
  ask('/api/releases/errors', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'cf-connecting-ip': address },
  })

test('writes an error of a page as one log line, with its composition', async () => {
  const written = vi.spyOn(console, 'log').mockImplementation(() => {})
  expect((await send(logged)).status).toBe(204)
  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)))
  expect(lines.find(({ event }) => event === 'page error')).toMatchObject({
    composition: 'c2',
    openedWith: 'c1',
    path: '/gallery',
    message: 'it broke',
    about: 'r-1',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})

test.each([{}, { ...logged, message: 'x'.repeat(1001) }, { ...logged, member: 'auth0|1' }])(
  'refuses %j',
  async (body) => {
    expect((await send(body)).status).toBe(400)
  },
)

test('keeps the reports of others when one network floods', async () => {
  vi.setSystemTime(Date.now() + 240_000)
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const flood: number[] = []
  for (let index = 0; index < reportsPerNetwork + 5; index++)
    flood.push((await send(logged, `203.0.113.${index % 250}`)).status)
  expect(flood.filter((status) => status === 204)).toHaveLength(reportsPerNetwork)
  expect((await send(logged, '192.0.2.1')).status).toBe(204)
})
