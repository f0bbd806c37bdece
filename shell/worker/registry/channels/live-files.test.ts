import { beforeAll, expect, test } from 'vitest'
import { ask, migrate, publish } from '../../testing/site.ts'

beforeAll(async () => {
  await migrate()
  await publish('gallery', 'v1')
})

test('@live leads to the file of the version that is promoted now', async () => {
  const path = '/remotes/gallery/@live/remote-entry.js'
  const answer = await ask(path)
  const { status, headers } = answer
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, '/remotes/gallery/v1/remote-entry.js', 'no-store'])
  await publish('gallery', 'v2')
  expect((await ask(path)).headers.get('location')).toBe('/remotes/gallery/v2/remote-entry.js')
})

test.each([
  'gallery/@live/nothing.js',
  'gallery/@live/__proto__',
  'gallery/@live/toString',
  'gallery/@live/',
  'nobody/@live/remote-entry.js',
])('%s is a plain 404', async (path) => {
  const { status, headers } = await ask(`/remotes/${path}`)
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([404, 'text/plain; charset=UTF-8', 'no-store'])
})
