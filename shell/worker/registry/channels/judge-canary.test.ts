import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sweepRegistry } from '../../maintenance.ts'
import {
  getRemoteStatus,
  listHistory,
  postRelease,
  publish,
  register,
  resetChannels,
} from '../../testing/site.ts'
import { saveHealthReport } from './health-reports-store.ts'
import { quietStepMs, shortestStepMs } from './judge-canary.ts'

beforeAll(async () => {
  await publish('gallery', 'v1')
  await register('gallery', 'v2')
})
beforeEach(resetChannels)

const start = (options = {}) =>
  postRelease('gallery/canary', { version: 'v2', share: 5, ...options })
const shareOf = async () => (await getRemoteStatus('gallery')).canary?.share

const save = (visitors: string, index: number, outcome: 'done' | 'error', address: string) =>
  saveHealthReport(env.DB, {
    remote: 'gallery',
    version: 'v2',
    visitor: `${visitors} ${index}`,
    address,
    outcome,
  })

async function report(visitors: number, outcome: 'done' | 'error'): Promise<void> {
  await Promise.all(
    Array.from({ length: visitors }, (_, index) =>
      save(outcome, index, outcome, `${outcome} ${index}`),
    ),
  )
}

/** Moves the canary and its reports into the past. */
async function letPass(milliseconds: number): Promise<void> {
  const before = new Date(Date.now() - milliseconds).toISOString()
  await env.DB.prepare('update channels set canary_step_at = ?, canary_since = ?')
    .bind(before, before)
    .run()
}

const stepReports = 200

test('good reports raise the share to 25, then 50, then to everyone, a step each ten minutes', async () => {
  vi.setSystemTime(Date.now())
  await start({ ramp: true })
  for (const share of [5, 25, 50]) {
    await report(stepReports, 'done')
    await sweepRegistry(env)
    expect(await shareOf()).toBe(share)
    await letPass(shortestStepMs)
    await sweepRegistry(env)
    // The reports of the step before do not count again.
    vi.setSystemTime(Date.now() + 1)
    await env.DB.prepare('update channels set canary_step_at = ?')
      .bind(new Date().toISOString())
      .run()
  }
  expect(await getRemoteStatus('gallery')).toMatchObject({
    current: 'v2',
    previous: 'v1',
    canary: null,
  })
  const reason = 'successes: 200, failures: 0, silent: 0 at 50 %: as good as the current version'
  expect((await listHistory('gallery'))[0]).toMatchObject({
    action: 'promote',
    author: 'automatic',
    reason,
  })
})

test('failures are read at every step, also beside many successes', async () => {
  vi.setSystemTime(Date.now())
  await start({ ramp: true })
  await report(stepReports, 'done')
  await report(5, 'error')
  await letPass(quietStepMs)
  await sweepRegistry(env)
  expect(await shareOf()).toBe(5)
  expect(await waitsFor()).toBe(
    'it stays at 5 %, successes: 200, failures: 5, silent: 0: too few to tell that it is as good',
  )
})

test('fifty reports of ten networks neither raise nor end a canary', async () => {
  vi.setSystemTime(Date.now())
  for (const outcome of ['done', 'error'] as const) {
    await start({ ramp: true })
    for (let visitor = 0; visitor < 50; visitor++) {
      await save(`${outcome} of one of ten`, visitor, outcome, `network ${visitor % 10}`)
    }
    await letPass(shortestStepMs)
    await sweepRegistry(env)
    expect(await shareOf()).toBe(5)
  }
})

const waitsFor = async () => (await getRemoteStatus('gallery')).waitsFor

test('with few visitors, time with a success and without a bad report raises the share', async () => {
  vi.setSystemTime(Date.now())
  await start({ ramp: true })
  await letPass(quietStepMs)
  await sweepRegistry(env)
  expect(await shareOf()).toBe(5)
  expect(await waitsFor()).toBe('it stays at 5 %, nobody has reported success yet')
  await report(1, 'done')
  await letPass(quietStepMs - 1000)
  await sweepRegistry(env)
  expect(await waitsFor()).toBe('it stays at 5 %, successes: 1; 30 minutes have not passed')
  await letPass(quietStepMs)
  await sweepRegistry(env)
  expect(await shareOf()).toBe(25)
})

test('a bad report stops the clock', async () => {
  await start({ ramp: true })
  await letPass(quietStepMs)
  await report(1, 'done')
  await report(1, 'error')
  await sweepRegistry(env)
  expect(await shareOf()).toBe(5)
})

test('a canary with a share of its own keeps it', async () => {
  await start()
  await letPass(quietStepMs)
  await sweepRegistry(env)
  expect(await shareOf()).toBe(5)
})
