import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { buildRelease, codeOf, migrate, platformToken, uploadFile } from '../../testing/site.ts'

beforeAll(migrate)

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
