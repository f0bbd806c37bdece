import { env } from 'cloudflare:workers'
import type { Insight, InsightReports } from '@encre/protocol/insight'
import type { Counter } from '@encre/worker/feature'
import { beforeEach, expect, test, vi } from 'vitest'
import { pageErrorDays, vitalsDays } from '../lifetimes.ts'
import { sweepInsight } from '../maintenance.ts'
import { signClaims } from '../registry/tokens/signed-token.ts'
import { ask, askReleases, createTeamToken, migrate, postRelease, publish, register } from '../testing/site.ts'
import { listGrowth, saveCounters } from './counters.ts'
import { recordPageError } from './errors/page-errors-store.ts'
import { countVitals } from './vitals/vitals-store.ts'

beforeEach(migrate)

const dayMs = 86_400_000
const read = async (token?: string) => (await askReleases('insight', token ? { token } : {})).json<Insight>()

test('shows versions, history and the reports of a canary by hour', async () => {
  vi.setSystemTime(Date.now())
  await publish('gallery', 'v1')
  await register('gallery', 'v2')
  await postRelease('gallery/canary', { version: 'v2', share: 50, reason: 'a try' })
  for (const [index, outcome] of ['ok', 'ok', 'error'].entries()) {
    const claims = { visitor: `visitor-${index}`, versions: { gallery: 'v2' }, expires: Date.now() + 60_000 }
    const body = JSON.stringify({ token: await signClaims(env.COMPOSITION_SECRET, claims), remote: 'gallery', outcome })
    await ask('/api/releases/outcomes', { method: 'POST', headers: { 'cf-connecting-ip': `198.51.100.${index}` }, body })
  }
  const { remotes, holder } = await read()
  expect(holder).toEqual({ remote: null, author: 'platform' })
  expect(remotes).toMatchObject([
    {
      remote: 'gallery',
      current: 'v1',
      canary: { version: 'v2', share: 50 },
      history: [{ action: 'canary', version: 'v2', reason: 'a try' }, { action: 'promote' }],
      reports: [{ hour: new Date().toISOString().slice(0, 13), version: 'v2', ok: 2, loadFailures: 0, errors: 1, silent: 0 }],
    },
  ])
})

test("shows the counters of the features' workers, and a team those of its own", async () => {
  const { counters } = await read()
  expect(counters.map(({ feature, total }) => `${feature} ${total}`)).toEqual(['account 7', 'gallery 7', 'generator 7'])
  expect((await read(await createTeamToken('gallery'))).counters.map(({ feature }) => feature)).toEqual(['gallery'])
})

const counter = (name: string, value: number) => ({ name, labels: { state: name }, value })
const generator = (...counters: Counter[]) => [{ feature: 'generator', counters }]

test('counts the growth of a counter by hour, from the first record on', async () => {
  const now = new Date('2026-11-21T12:30:00Z')
  await saveCounters(env.DB, '2026-11-21T10', generator(counter('done', 100)))
  await saveCounters(env.DB, '2026-11-21T11', generator(counter('done', 100), counter('failed', 2)))
  await saveCounters(env.DB, '2026-11-21T12', generator(counter('done', 104), counter('failed', 2)))
  const present = generator(counter('done', 105), counter('failed', 2), counter('new', 1))
  const growth = await listGrowth(env.DB, new Date(now.getTime() - dayMs), present)
  const described = growth.map(({ name, total, byHour }) => [name, total, ...byHour.map(({ hour, value }) => `${hour} ${value}`)])
  expect(described).toEqual([
    ['done', 105, '2026-11-21T11 4', '2026-11-21T12 1'],
    ['failed', 2, '2026-11-21T10 2'],
    ['new', 1, '2026-11-21T12 1'],
  ])
  expect(growth[0]).toMatchObject({ feature: 'generator', labels: { state: 'done' }, recordedSince: '2026-11-21T10' })
})

test('the sweep records the counters once an hour', async () => {
  vi.setSystemTime(Date.now())
  await sweepInsight(env)
  await sweepInsight(env)
  const row = await env.DB.prepare('select count(*) as rows, count(distinct hour) as hours from feature_counters').first()
  expect(row).toEqual({ rows: 3, hours: 1 })
})

test('the sweep deletes errors, web vitals and counters that are too old', async () => {
  const start = Date.now()
  await recordPageError(env, { composition: 'c', openedWith: 'c', path: '/', message: 'Error' })
  await countVitals(env.DB, { remote: 'shell', version: 'v', route: '/' }, [{ metric: 'cls', bucket: 0 }])
  await sweepInsight(env)
  vi.setSystemTime(start + (Math.min(pageErrorDays, vitalsDays) - 1) * dayMs)
  expect(await sweepInsight(env)).toEqual({ pageErrors: 0, vitals: 0, counters: 0 })
  vi.setSystemTime(start + 32 * dayMs)
  expect(await sweepInsight(env)).toEqual({ pageErrors: 1, vitals: 1, counters: 3 })
})

test('lists what visitors reported, and ends its page; a team has those of its own feature', async () => {
  const listed = async (token?: string) => {
    const { reports } = await (await askReleases('insight/reports', token ? { token } : {})).json<InsightReports>()
    return reports.map(({ feature, id }) => `${feature} ${id}`)
  }
  expect(await listed()).toEqual(['account r1', 'gallery r1', 'generator r1'])
  const token = await createTeamToken('gallery')
  expect(await listed(token)).toEqual(['gallery r1'])
  const end = async (path: string, options = {}) => (await askReleases(`insight/reports/${path}`, { method: 'DELETE', ...options })).status
  expect([await end('gallery/r1'), await end('gallery/r2'), await end('nothing/r1')]).toEqual([204, 404, 404])
  expect([await end('gallery/r1', { token }), await end('account/r1', { token })]).toEqual([204, 404])
})
