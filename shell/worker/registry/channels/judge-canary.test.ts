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
import { minimumReports, quietStepMs } from './judge-canary.ts'

beforeAll(async () => {
  await publish('gallery', 'v1')
  await register('gallery', 'v2')
})
beforeEach(resetChannels)

const start = (options = {}) =>
  postRelease('gallery/canary', { version: 'v2', share: 5, ...options })
const shareOf = async () => (await getRemoteStatus('gallery')).canary?.share

async function report(visitors: number, outcome: 'done' | 'error'): Promise<void> {
  const save = (_: unknown, index: number) =>
    saveHealthReport(env.DB, {
      remote: 'gallery',
      version: 'v2',
      visitor: `${outcome}-${index}`,
      address: `network ${index}`,
      outcome,
    })
  await Promise.all(Array.from({ length: visitors }, save))
}

/** Moves the canary and its reports into the past. */
async function letPass(milliseconds: number): Promise<void> {
  const before = new Date(Date.now() - milliseconds).toISOString()
  await env.DB.prepare('update channels set canary_step_at = ?, canary_since = ?')
    .bind(before, before)
    .run()
}

test('good reports raise the share to 25, then 50, then to everyone', async () => {
  await start({ ramp: true })
  for (const share of [25, 50]) {
    await report(minimumReports, 'done')
    await sweepRegistry(env)
    expect(await shareOf()).toBe(share)
    // The reports of the step before do not count again.
    vi.setSystemTime(Date.now() + 1)
    await env.DB.prepare('update channels set canary_step_at = ?')
      .bind(new Date().toISOString())
      .run()
    await sweepRegistry(env)
    expect(await shareOf()).toBe(share)
  }
  await report(minimumReports, 'done')
  await sweepRegistry(env)
  expect(await getRemoteStatus('gallery')).toMatchObject({
    current: 'v2',
    previous: 'v1',
    canary: null,
  })
  const reason = '50 visitors reported success at 50 %'
  expect((await listHistory('gallery'))[0]).toMatchObject({
    action: 'promote',
    author: 'automatic',
    reason,
  })
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
