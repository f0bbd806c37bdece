import { env } from 'cloudflare:workers'
import { integrityOf } from '@encre/protocol/served-file'
import { beforeEach, expect, test, vi } from 'vitest'
import { sweepRegistry } from '../../maintenance.ts'
import { ask, askReleases, migrate, platformToken, postRelease } from '../../testing/site.ts'
import { openDays } from './shells.ts'
import { readShellVersion } from './shells-store.ts'

const start = Date.now()

beforeEach(migrate)

/** Makes it so many days after the tests began. */
const day = (days: number) => vi.setSystemTime(start + days * 86_400_000)
const nameOf = (file: string) => `static/js/${file}.0123abcd.js`

async function store(path: string, content: string, kind = 'files'): Promise<Response> {
  const headers = {
    authorization: `Bearer ${platformToken}`,
    'x-integrity': await integrityOf(new TextEncoder().encode(content)),
  }
  return ask(`/api/releases/shell/${kind}/${path}`, { method: 'PUT', headers, body: content })
}

async function storeScript(file: string): Promise<void> {
  await store(nameOf(file), file)
  await store(`${nameOf(file)}.map`, file, 'maps')
}

const record = (version: string, ...files: string[]) =>
  postRelease('shell', { version, files: files.map(nameOf) })

async function publish(version: string, ...files: string[]): Promise<void> {
  for (const file of files) await storeScript(file)
  await record(version, ...files)
}

async function prune(keep = 3): Promise<string[]> {
  const answer = await postRelease('shell/prune', { keep })
  return (await answer.json<{ versions: string[] }>()).versions.sort()
}

async function listStored(kind: 'files' | 'maps' = 'files'): Promise<string[]> {
  const { files } = await (await askReleases(`shell/${kind}`)).json<{ files: object }>()
  return Object.keys(files).map((path) =>
    path.replace(/^static\/js\/(.*)\.0123abcd\.js(\.map)?$/, '$1'),
  )
}

test('pruning keeps the last shells and those whose pages may be open, with their shared files', async () => {
  const deployed = await readShellVersion(env)
  day(0)
  await publish('first', 'first', 'shared', 'oldest')
  day(1)
  await publish(deployed, 'deployed', 'shared')
  day(40)
  // It was the site's until now, whatever was built meanwhile.
  await sweepRegistry(env)
  day(41)
  for (const version of ['second', 'third', 'fourth']) await publish(version, version)

  day(40 + openDays - 1)
  expect(await prune()).toEqual(['first'])
  expect(await listStored()).toEqual(['deployed', 'fourth', 'second', 'shared', 'third'])
  day(40 + openDays + 1)
  expect(await prune()).toEqual([deployed])
  expect(await prune()).toEqual([])
  expect(await listStored()).toEqual(['fourth', 'second', 'third'])
  expect(await listStored('maps')).toEqual(['fourth', 'second', 'third'])
})

test('deletes a file without a shell once no open page can need it, and only if the record is long enough', async () => {
  await storeScript('orphan')
  day(openDays + 1)
  await publish('first', 'first')
  expect(await prune()).toEqual([])
  expect(await listStored()).toEqual(['first', 'orphan'])
  day(2 * openDays + 2)
  await prune()
  expect(await listStored()).toEqual(['first'])
})

test('a shell is recorded only when all its files are uploaded', async () => {
  const refused = await record('torn', 'missing')
  expect(await refused.json()).toMatchObject({
    status: 409,
    code: 'files-missing',
    detail: nameOf('missing'),
  })
})

test('serves an open page the files of its own shell after a deploy', async () => {
  const path = 'static/js/async/about.aaaaaaaa.js'
  expect((await ask(`/${path}`)).status).toBe(404)
  expect((await store(path, 'the shell of yesterday')).status).toBe(204)
  const response = await ask(`/${path}`)
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect([response.status, await response.text()]).toEqual([200, 'the shell of yesterday'])
  expect(await (await askReleases('shell/files')).json()).toMatchObject({
    files: { [path]: { bytes: 22 } },
  })
})

test.each(['index.html', 'static/js/index.js', 'favicon.svg', 'remotes/gallery/v1/a.aaaaaaaa.js'])(
  'refuses to store %s: its name does not change with its content',
  async (path) => {
    expect((await store(path, 'x')).status).toBe(400)
  },
)

test('pruning keeps the files of shells that an old database does not have', async () => {
  day(0)
  await publish('first', 'first')
  // Their shells were recorded after the copy that the database was restored from.
  await Promise.all(Array.from({ length: 11 }, (_, file) => store(nameOf(`lost${file}`), 'x')))
  const at = (days: number) => new Date(start + days * 86_400_000).toISOString()
  await env.DB.prepare('update shells set created_at = ?').bind(at(-1)).run()
  day(openDays + 1)
  const answer = await postRelease('shell/prune', { keep: 3 })
  expect(await answer.json()).toEqual({ versions: [], kept: { files: 11, reason: 'table-old' } })
  expect(await listStored()).toHaveLength(12)
  expect(await (await postRelease('shell/prune', { keep: 3, orphans: 11 })).json()).toEqual({
    versions: [],
  })
  expect(await listStored()).toEqual(['first'])
})
