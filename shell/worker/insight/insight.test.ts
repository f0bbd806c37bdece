import { env } from 'cloudflare:workers'
import type { Insight, InsightReports } from '@encre/releases/insight'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { pageErrorDays, vitalsDays } from '../lifetimes.ts'
import { sweepInsight } from '../maintenance.ts'
import { signClaims } from '../registry/tokens/signed-token.ts'
import {
  ask,
  askReleases,
  createTeamToken,
  migrate,
  postRelease,
  publish,
  register,
} from '../testing/site.ts'
import { recordPageError } from './errors/page-errors-store.ts'
import { countVitals } from './vitals/vitals-store.ts'

beforeEach(migrate)

const dayMs = 86_400_000
const read = async (token?: string) =>
  (await askReleases('insight', token ? { token } : {})).json<Insight>()

test('shows versions, history and the reports of a canary by hour', async () => {
  vi.setSystemTime(Date.now())
  await publish('gallery', 'v1', { shared: { react: '^18.2.0' } })
  await register('gallery', 'v2')
  await postRelease('gallery/canary', { version: 'v2', share: 50, reason: 'a try' })
  for (const [index, outcome] of ['done', 'ok', 'error'].entries()) {
    const claims = {
      visitor: `visitor-${index}`,
      versions: { gallery: 'v2' },
      expires: Date.now() + 60_000,
    }
    const body = JSON.stringify({
      token: await signClaims(env.COMPOSITION_SECRET, claims),
      remote: 'gallery',
      outcome,
    })
    await ask('/api/releases/outcomes', {
      method: 'POST',
      headers: { 'cf-connecting-ip': `198.51.100.${index}` },
      body,
    })
  }
  const { remotes, holder } = await read()
  expect(holder).toEqual({ remote: null, author: 'platform' })
  expect(remotes).toMatchObject([
    {
      remote: 'gallery',
      current: 'v1',
      canary: { version: 'v2', share: 50 },
      verdict: {
        text: '50 %: it keeps its share; v2 failed for 1 of 2 visitors, nobody has reported on the current one',
        isWorse: false,
      },
      needs: [expect.stringMatching(/^v1: it renders with React 18\.3\.1/)],
      history: [{ action: 'canary', version: 'v2', reason: 'a try' }, { action: 'promote' }],
      reports: [
        {
          hour: new Date().toISOString().slice(0, 13),
          version: 'v2',
          ok: 2,
          loadFailures: 0,
          errors: 1,
          silent: 0,
        },
      ],
    },
  ])
})

test("shows the counters of the features' workers, and a team those of its own", async () => {
  const { counters } = await read()
  const ofFeatures = counters.filter(({ feature }) => feature !== 'shell')
  expect(ofFeatures.map(({ feature, total }) => `${feature} ${total}`)).toEqual([
    'generator 7',
    'gallery 7',
    'account 7',
  ])
  expect(
    (await read(await createTeamToken('gallery'))).counters.map(({ feature }) => feature),
  ).toEqual(['gallery'])
})

describe('the answers of the workers', () => {
  const settings = { ANALYTICS_ACCOUNT: 'account-1', ANALYTICS_DATASET: 'encre_answers' }
  const readWith = async (answer: () => Promise<Response>, token = env.PLATFORM_TOKEN) => {
    const received = vi.spyOn(globalThis, 'fetch').mockImplementation(answer)
    onTestFinished(() => received.mockRestore())
    const headers = { authorization: `Bearer ${token}` }
    const response = await ask('/api/releases/insight', { headers }, settings)
    const { answers, counters } = await response.json<Insight>()
    const request = received.mock.calls.findLast(([, init]) =>
      String(init?.body).includes('by worker'),
    )
    return { answers, counters, request }
  }
  const row = (worker: string, status: string, answers: string) => ({
    worker,
    version: 'v1',
    status,
    answers,
  })
  const rows = [row('gallery', '2xx', '1200'), row('shell', '5xx', '3')]

  test('say what is left of the error budget, to the platform', async () => {
    const data = [row('gallery', '2xx', '999'), row('gallery', '5xx', '1')]
    const budgetFor = async (token?: string) =>
      (await readWith(async () => Response.json({ data }), token)).counters
        .filter(({ name }) => name === 'encre_error_budget_left')
        .map(({ feature, total }) => `${feature} ${total}`)
    expect(await budgetFor()).toEqual(['shell 0.8'])
    expect(await budgetFor(await createTeamToken('gallery'))).toEqual([])
  })

  test('come from Analytics Engine, and a team sees those of its worker', async () => {
    const { answers, request } = await readWith(async () => Response.json({ data: rows }))
    expect(answers).toEqual([
      { worker: 'gallery', version: 'v1', status: '2xx', answers: 1200 },
      { worker: 'shell', version: 'v1', status: '5xx', answers: 3 },
    ])
    expect(request).toEqual([
      'https://api.cloudflare.com/client/v4/accounts/account-1/analytics_engine/sql',
      expect.objectContaining({
        headers: { authorization: `Bearer ${env.ANALYTICS_TOKEN}` },
        body: expect.stringMatching(
          /from encre_answers where timestamp >= toDateTime\('\d{4}-\d\d-\d\d \d\d:\d\d:\d\d'\)/,
        ),
      }),
    ])
    const team = await readWith(
      async () => Response.json({ data: [] }),
      await createTeamToken('gallery'),
    )
    expect(team.request?.[1]?.body).toContain("and index1 = 'gallery'")
  })

  test.each<{ name: string; answer: () => Promise<Response> }>([
    { name: 'refuses', answer: async () => new Response('no right', { status: 403 }) },
    { name: 'answers something else', answer: async () => Response.json({ rows: [] }) },
    { name: 'does not answer', answer: () => Promise.reject(new Error('no network')) },
  ])('are null when Cloudflare $name', async ({ answer }) => {
    expect((await readWith(answer)).answers).toBeNull()
  })

  test('are none before the first one is counted', async () => {
    const unknown = new Response('unknown table', { status: 422 })
    expect((await readWith(async () => unknown)).answers).toEqual([])
  })

  test('are absent from a site that keeps none', async () => {
    expect(await read()).not.toHaveProperty('answers')
  })
})

test('the sweep deletes errors and web vitals that are too old', async () => {
  const start = Date.now()
  await recordPageError(env, { composition: 'c', openedWith: 'c', path: '/', message: 'Error' })
  await countVitals(env.DB, { remote: 'shell', version: 'v', route: '/' }, [
    { metric: 'cls', bucket: 0 },
  ])
  await sweepInsight(env)
  vi.setSystemTime(start + (Math.min(pageErrorDays, vitalsDays) - 1) * dayMs)
  expect(await sweepInsight(env)).toEqual({ pageErrors: 0, vitals: 0 })
  vi.setSystemTime(start + 32 * dayMs)
  expect(await sweepInsight(env)).toEqual({ pageErrors: 1, vitals: 1 })
})

test('lists what visitors reported, and decides on it; a team has those of its own feature', async () => {
  const listed = async (token?: string) => {
    const { reports } = await (
      await askReleases('insight/reports', token ? { token } : {})
    ).json<InsightReports>()
    return reports.map(({ feature, id }) => `${feature} ${id}`)
  }
  expect(await listed()).toEqual(['generator r1', 'gallery r1', 'account r1'])
  const token = await createTeamToken('gallery')
  expect(await listed(token)).toEqual(['gallery r1'])
  const decide = async (path: string, options = {}) => {
    const body = { decision: 'stopped' }
    return (await askReleases(`insight/reports/${path}`, { method: 'POST', body, ...options }))
      .status
  }
  expect([
    await decide('gallery/r1'),
    await decide('gallery/r2'),
    await decide('nothing/r1'),
    await decide('gallery/r1', { body: { decision: 'deleted' } }),
  ]).toEqual([204, 404, 404, 400])
  expect([await decide('gallery/r1', { token }), await decide('account/r1', { token })]).toEqual([
    204, 404,
  ])
})
