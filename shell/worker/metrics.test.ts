import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { ask, askReleases, migrate, publish } from './testing/site.ts'

beforeEach(migrate)

const read = async () => {
  const answer = await ask('/api/metrics', { headers: { authorization: 'Bearer the-metrics-token-of-the-tests' } })
  expect(answer.status).toBe(200)
  return (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

test('counts changes of the channels, the share of a canary and the failures of the last hour', async () => {
  await publish('gallery', 'v1')
  const insert = env.DB.prepare('insert into health_reports (remote, version, visitor, address, outcome, at) values (?, ?, ?, ?, ?, ?)')
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
  await env.DB.batch([
    insert.bind('gallery', 'v1', 'a', 'x', 'load-failed', ago(60_000)),
    insert.bind('gallery', 'v1', 'b', 'x', 'ok', ago(60_000)),
    insert.bind('gallery', 'v1', 'c', 'x', 'load-failed', ago(3_700_000)),
  ])
  await env.DB.prepare("update channels set canary = 'v2', canary_share = 25").run()
  const lines = await read()
  expect(lines).toContain('encre_canary_share{remote="gallery"} 25')
  expect(lines.filter((line) => line.startsWith('encre_page_failures'))).toEqual([
    'encre_page_failures{remote="gallery",kind="load-failed"} 1',
  ])
  expect(lines.find((line) => line.startsWith('encre_channel_changes_total{remote="gallery"'))).toMatch(/ 1$/)
})

test('answers nobody without the token, and no team', async () => {
  expect((await ask('/api/metrics')).status).toBe(401)
  expect((await askReleases('../metrics')).status).toBe(401)
})
