import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { codeOf, getRemoteStatus, migrate, postRelease, publish, register, uploadFile } from '../../testing/site.ts'

beforeAll(migrate)

test('pruning keeps the newest versions and those in a channel', async () => {
  await publish('pruned', 'v1')
  await publish('pruned', 'v2')
  for (const version of ['v3', 'v4', 'v5', 'v6', 'v7']) await register('pruned', version)
  await postRelease('pruned/canary', { version: 'v3', share: 1 })
  await uploadFile('pruned', 'unregistered', 'a.js', 'x')
  for (const version of ['v3', 'v4']) await env.RELEASES.put(`maps/remotes/pruned/${version}/a.js.map`, '{}')

  expect(await (await postRelease('pruned/prune', { keep: 3 })).json()).toEqual({ versions: ['v4'] })
  expect((await getRemoteStatus('pruned')).versions.map(({ version }) => version).sort()).toEqual(['v1', 'v2', 'v3', 'v5', 'v6', 'v7'])
  expect((await env.RELEASES.list({ prefix: 'remotes/pruned/v4/' })).objects).toEqual([])
  expect((await env.RELEASES.list({ prefix: 'remotes/pruned/v3/' })).objects).toHaveLength(3)
  const { objects: maps } = await env.RELEASES.list({ prefix: 'maps/' })
  expect(maps.map(({ key }) => key)).toEqual(['maps/remotes/pruned/v3/a.js.map'])
  // Someone may be uploading it right now.
  expect((await env.RELEASES.list({ prefix: 'remotes/pruned/unregistered/' })).objects).toHaveLength(1)
})

test('refuses to prune to fewer than three versions', async () => {
  expect(await codeOf(await postRelease('pruned/prune', { keep: 2 }))).toEqual([400, 'invalid-request'])
})
