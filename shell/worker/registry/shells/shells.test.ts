import { integrityOf } from '@encre/protocol/integrity'
import { beforeAll, expect, test } from 'vitest'
import { ask, askReleases, createTeamToken, migrate, platformToken, uploadFile } from '../../testing/site.ts'

beforeAll(migrate)

async function store(path: string, content: string, token = platformToken): Promise<Response> {
  const integrity = await integrityOf(new TextEncoder().encode(content))
  return ask(`/api/releases/shell/files/${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'x-integrity': integrity },
    body: content,
  })
}

test('serves an open page the files of its own shell after a deploy', async () => {
  const path = 'static/js/async/about.aaaaaaaa.js'
  expect((await ask(`/${path}`)).status).toBe(404)
  expect((await store(path, 'the shell of yesterday')).status).toBe(204)
  const response = await ask(`/${path}`)
  expect([response.status, await response.text(), response.headers.get('cache-control')]).toEqual([
    200,
    'the shell of yesterday',
    'public, max-age=31536000, immutable',
  ])
  expect(await (await askReleases('shell/files')).json()).toMatchObject({ files: { [path]: { bytes: 22 } } })
})

test('a stored file is written once', async () => {
  await store('static/css/index.bbbbbbbb.css', 'first')
  expect((await store('static/css/index.bbbbbbbb.css', 'second')).status).toBe(409)
})

test.each(['index.html', 'static/js/index.js', 'favicon.svg', 'remotes/gallery/v1/a.aaaaaaaa.js'])(
  'refuses to store %s: its name does not change with its content',
  async (path) => {
    expect((await store(path, 'x')).status).toBe(400)
  },
)

test("refuses a team's token", async () => {
  const token = await createTeamToken('gallery')
  expect((await store('static/js/a.cccccccc.js', 'x', token)).status).toBe(403)
  expect((await uploadFile('shell', 'v1', 'a.js', 'x', token)).status).toBe(403)
})
