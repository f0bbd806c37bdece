import { env } from 'cloudflare:workers'
import { integrityOf } from '@encre/protocol/served-file'
import { beforeAll, expect, test } from 'vitest'
import { withHangingCall } from '../../testing/hang.ts'
import {
  ask,
  buildRelease,
  createTeamToken,
  postRelease,
  publish,
  register,
  revokeTokens,
  uploadFile,
} from '../../testing/site.ts'

beforeAll(() => publish('gallery', 'v1'))

const entry = '/remotes/gallery/v1/remote-entry.js'

test('a file of a version is immutable for every cache', async () => {
  const response = await ask(entry)
  expect([response.status, await response.text()]).toEqual([200, "'entry of gallery v1'"])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    etag: expect.stringMatching(/^"[0-9a-f]+"$/),
  })
})

test('answers 304 to a matching ETag', async () => {
  const etag = (await ask(entry)).headers.get('etag') ?? ''
  const response = await ask(entry, { headers: { 'if-none-match': etag } })
  expect([response.status, await response.text()]).toEqual([304, ''])
})

test.each([
  'gallery/v1/nothing.js',
  'gallery/v9/remote-entry.js',
  'nobody/v1/remote-entry.js',
  'gallery',
  'gallery/@live/__proto__',
  'gallery/@live/',
  'nobody/@live/remote-entry.js',
])('/remotes/%s is a plain 404, never a page', async (path) => {
  const { status, headers } = await ask(`/remotes/${path}`)
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    404,
    'text/plain; charset=UTF-8',
    'no-store',
  ])
})

test('a file waits until its release is registered, also after the end of the token', async () => {
  const token = await createTeamToken('gallery')
  const { release, contents } = await buildRelease('gallery', 'waits')
  for (const [path, content] of Object.entries(contents)) {
    await uploadFile('gallery', 'waits', path, content, token)
  }
  const address = `/remotes/gallery/waits/${release.entry}`
  expect((await ask(address)).status).toBe(404)
  await revokeTokens()
  expect((await ask(address)).status).toBe(404)

  await postRelease('gallery', release)
  expect((await ask(address)).status).toBe(200)
})

test('serves a cached file while the bucket is down', async () => {
  await ask(entry)
  const response = await ask(
    `${entry}?retry=1`,
    {},
    { RELEASES: bucketThat(() => Promise.reject(new Error('gone'))) },
  )
  expect([response.status, await response.text()]).toEqual([200, "'entry of gallery v1'"])
})

test.each([
  { bucket: 'fails', get: () => Promise.reject(new Error('gone')) },
  { bucket: 'hangs', get: (hang: () => Promise<never>) => hang() },
])('a bucket that $bucket becomes an uncached 503 after the timeout', async ({ get }) => {
  const path = '/remotes/gallery/v1/async/remote.1a2b3c4d.js'
  const response = await withHangingCall((hang) =>
    ask(path, {}, { RELEASES: bucketThat(() => get(hang)) }),
  )
  expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store'])
})

test.each([
  { answer: 'garbage', wrong: '\u0000\u0001\u0002' },
  { answer: 'nothing', wrong: '' },
])(
  'a bucket that answers $answer becomes an uncached 503, until it answers the right bytes',
  async ({ wrong }) => {
    const key = 'remotes/gallery/fresh/remote-entry.js'
    const right = "'entry of gallery v1'"
    await register('gallery', 'fresh')
    const put = async (bytes: string) => {
      const integrity = await integrityOf(new TextEncoder().encode(right))
      await env.RELEASES.put(key, bytes, { customMetadata: { integrity } })
    }
    await caches.default.delete(new URL(`/${key}`, env.SITE_ORIGIN))
    await put(wrong)
    const damaged = await ask(`/${key}`)
    expect([damaged.status, damaged.headers.get('cache-control')]).toEqual([503, 'no-store'])
    await put(right)
    const whole = await ask(`/${key}`)
    expect([whole.status, await whole.text()]).toEqual([200, right])
  },
)

test('@live leads to the file of the version that is promoted now', async () => {
  const path = '/remotes/gallery/@live/remote-entry.js'
  const { status, headers } = await ask(path)
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
    302,
    '/remotes/gallery/v1/remote-entry.js',
    'no-store',
  ])
  await publish('gallery', 'v2')
  expect((await ask(path)).headers.get('location')).toBe('/remotes/gallery/v2/remote-entry.js')
})

function bucketThat(get: () => Promise<never>): R2Bucket {
  return new Proxy(env.RELEASES, {
    get: (bucket, name) => (name === 'get' ? get : Reflect.get(bucket, name)),
  })
}
