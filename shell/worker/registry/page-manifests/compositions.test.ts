import type { PageManifest } from '@encre/protocol/page-manifest'
import { beforeEach, expect, test } from 'vitest'
import { ask, askPage, migrate, postRelease, publish, register } from '../../testing/site.ts'

beforeEach(async () => {
  await migrate()
  await publish('gallery', 'v1')
})

const current = (headers: HeadersInit = {}) =>
  ask('/api/releases/compositions/current', { headers })

test('an open page gets a new manifest after a release and after its rollback', async () => {
  const page = await (await askPage('/gallery')).text()
  const first = await current()
  const etag = first.headers.get('etag') ?? ''
  const composition = await first.json<PageManifest>()
  expect(page).toContain(`"id":"${composition.id}"`)
  expect(etag).toBe(`"${composition.id}"`)
  expect((await current({ 'if-none-match': etag })).status).toBe(304)

  await publish('gallery', 'v2')
  const second = await (await current({ 'if-none-match': etag })).json<PageManifest>()
  expect(second.remotes[0]).toMatchObject({
    current: { version: 'v2' },
    previous: { version: 'v1' },
  })

  await postRelease('gallery/rollback', {})
  expect((await (await current()).json<PageManifest>()).id).toBe(composition.id)
})

test('while a canary is active, pages report successful loads too', async () => {
  await register('gallery', 'v3')
  await postRelease('gallery/canary', { version: 'v3', share: 1 })
  expect((await (await current()).json<PageManifest>()).remotes[0]).toMatchObject({
    canaryActive: true,
  })
  await postRelease('gallery/canary', { version: 'v3', share: 0 })
  expect((await (await current()).json<PageManifest>()).remotes[0]).not.toHaveProperty(
    'canaryActive',
  )
})
