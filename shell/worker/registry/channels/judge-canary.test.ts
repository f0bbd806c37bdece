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
import { lastStepMs, shortestStepMs } from './canary-steps.ts'
import { saveHealthReport } from './health-reports-store.ts'

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

const waitsFor = async () => (await getRemoteStatus('gallery')).waitsFor

test('good reports raise the share to 50 %, then to everyone, who keep it for a day before it is the current version', async () => {
  vi.setSystemTime(Date.now())
  await start({ ramp: true })
  await report(20, 'done')
  await sweepRegistry(env)
  expect(await shareOf()).toBe(5)
  await letPass(shortestStepMs)
  await sweepRegistry(env)
  expect(await shareOf()).toBe(50)
  await letPass(shortestStepMs)
  await sweepRegistry(env)
  expect(await shareOf()).toBe(50)
  await report(200, 'done')
  await sweepRegistry(env)
  expect(await getRemoteStatus('gallery')).toMatchObject({
    current: 'v1',
    canary: { version: 'v2', share: 100 },
    waitsFor:
      '200 visitors seen, one more day; v2 failed for 0 of 200 visitors, nobody has reported on the current one',
  })
  await letPass(lastStepMs)
  await sweepRegistry(env)
  expect(await getRemoteStatus('gallery')).toMatchObject({
    current: 'v2',
    previous: 'v1',
    canary: null,
  })
  const reason = 'v2 failed for 0 of 200 visitors, v1 failed for 0 of 0 visitors'
  expect(await listHistory('gallery')).toMatchObject([
    {
      action: 'promote',
      author: 'automatic',
      reason: `${reason}: it does not fail for 5 more of a hundred, a day after everyone got it`,
    },
    {
      action: 'canary',
      share: 100,
      reason: `${reason}: it does not fail for 2 more of a hundred`,
    },
    { action: 'canary', share: 50 },
    { action: 'canary', share: 5 },
    { action: 'promote', version: 'v1' },
  ])
})

/** Brings v2 to everyone by good reports. */
async function reachEveryone(): Promise<void> {
  vi.setSystemTime(Date.now())
  await start({ ramp: true })
  await report(200, 'done')
  for (const share of [50, 100]) {
    await letPass(shortestStepMs)
    await sweepRegistry(env)
    expect(await shareOf()).toBe(share)
  }
}

test('bad reports take a version back after everyone got it', async () => {
  await reachEveryone()
  await report(20, 'error')
  await sweepRegistry(env)
  expect(await getRemoteStatus('gallery')).toMatchObject({ current: 'v1', canary: null })
  expect((await listHistory('gallery'))[0]).toMatchObject({
    action: 'rollback',
    replaced: 'v2',
    reason: 'v2 failed for 20 of 220 visitors, v1 failed for 0 of 0 visitors',
  })
})

test('a release that follows soon takes its visitors from the version that everyone has', async () => {
  await reachEveryone()
  await register('gallery', 'v3')
  await start({ version: 'v3', ramp: true })
  expect(await getRemoteStatus('gallery')).toMatchObject({
    current: 'v2',
    previous: 'v1',
    canary: { version: 'v3', share: 5 },
  })
  const roll = async () => (await postRelease('gallery/rollback', {})).json()
  expect(await roll()).toMatchObject({ current: 'v2', canary: null })
  expect(await roll()).toMatchObject({ current: 'v1', previous: null })
})

test('failures are read beside many successes', async () => {
  vi.setSystemTime(Date.now())
  await start({ ramp: true, share: 10 })
  await report(9, 'done')
  await report(1, 'error')
  await letPass(lastStepMs)
  await sweepRegistry(env)
  expect(await shareOf()).toBe(10)
  expect(await waitsFor()).toBe(
    '10 of about 32 visitors seen, 2 more days; v2 failed for 1 of 10 visitors, nobody has reported on the current one',
  )
})

test('time without a visitor raises nothing, and the status says so', async () => {
  vi.setSystemTime(Date.now())
  await start({ ramp: true })
  await letPass(30 * lastStepMs)
  await sweepRegistry(env)
  expect(await shareOf()).toBe(5)
  expect(await waitsFor()).toContain('nobody has seen it to the end of a visit')
})

test('fifty visitors of ten networks have ten votes', async () => {
  vi.setSystemTime(Date.now())
  await start({ ramp: true })
  for (let visitor = 0; visitor < 50; visitor++) {
    await save('one of ten', visitor, 'done', `network ${visitor % 10}`)
  }
  await letPass(shortestStepMs)
  await sweepRegistry(env)
  expect(await shareOf()).toBe(5)
  expect(await waitsFor()).toMatch(/^10 of about 14 visitors seen/)
})

test('a canary with a share of its own keeps it', async () => {
  await start()
  await report(200, 'done')
  await letPass(shortestStepMs)
  await sweepRegistry(env)
  expect(await shareOf()).toBe(5)
  expect(await waitsFor()).toBeNull()
})
