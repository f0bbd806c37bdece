import { beforeAll, expect, test } from 'vitest'
import { ask, askReleases, migrate, publish, register } from '../../testing/site.ts'
import { clearCachedRemotes } from './live-remotes.ts'

const ofV1 = { schemas: {}, paths: {} }
const ofV2 = { schemas: {}, paths: { designs: '/api/gallery/designs' } }

beforeAll(async () => {
  await migrate()
  await publish('gallery', 'v1', { contract: ofV1 })
  await register('gallery', 'v2', { contract: ofV2 })
  await register('news', 'v1')
})

const read = (remote: string) => {
  clearCachedRemotes()
  return ask(`/api/releases/${remote}/contract`)
}

test('answers the contract of the version that visitors have, without a token', async () => {
  expect(await (await read('gallery')).json()).toEqual({ version: 'v1', contract: ofV1 })
})

test('answers the contract of an active canary, which only grows that of the current version', async () => {
  await askReleases('gallery/canary', { method: 'POST', body: { version: 'v2', share: 5 } })
  expect(await (await read('gallery')).json()).toEqual({ version: 'v2', contract: ofV2 })
  await askReleases('gallery/rollback', { method: 'POST', body: {} })
  expect(await (await read('gallery')).json()).toMatchObject({ version: 'v1' })
})

test.each(['news', 'unknown'])('has no contract of %s, which nobody gets', async (remote) => {
  expect((await read(remote)).status).toBe(404)
})
