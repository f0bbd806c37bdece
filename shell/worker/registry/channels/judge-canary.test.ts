import { env } from 'cloudflare:workers'
import type { Channel, History, RemoteStatus } from '@encre/protocol/registry'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sweepRegistry } from '../../maintenance.ts'
import { askReleases, migrate, publish, register } from '../../testing/site.ts'
import { saveHealthReport } from './health-reports-store.ts'
import { minimumReports, quietStepMs } from './judge-canary.ts'

beforeEach(async () => {
  await migrate()
  await publish('gallery', 'v1')
  await register('gallery', 'v2')
})
afterEach(() => vi.useRealTimers())

async function start(ramp: boolean): Promise<void> {
  const body = { version: 'v2', share: 5, ...(ramp && { ramp }) }
  await askReleases('gallery/canary', { method: 'POST', body })
}

async function report(visitors: number, outcome: 'done' | 'error'): Promise<void> {
  for (let index = 0; index < visitors; index++) {
    const address = `network ${index}`
    await saveHealthReport(env.DB, { remote: 'gallery', version: 'v2', visitor: `${outcome}-${index}`, address, outcome })
  }
}

const channel = async () => (await askReleases('gallery')).json<Channel>()

/** Moves the canary and its reports into the past. */
async function letPass(milliseconds: number): Promise<void> {
  const before = new Date(Date.now() - milliseconds).toISOString()
  await env.DB.prepare('update channels set canary_step_at = ?, canary_since = ?').bind(before, before).run()
}

test('good reports raise the share to 25, then 50, then to everyone', async () => {
  await start(true)
  for (const share of [25, 50]) {
    await report(minimumReports, 'done')
    await sweepRegistry(env)
    expect((await channel()).canary).toEqual({ version: 'v2', share })
    // The reports of the step before do not count again.
    vi.setSystemTime(Date.now() + 1)
    await env.DB.prepare('update channels set canary_step_at = ?').bind(new Date().toISOString()).run()
    await sweepRegistry(env)
    expect((await channel()).canary?.share).toBe(share)
  }
  await report(minimumReports, 'done')
  await sweepRegistry(env)
  expect(await channel()).toMatchObject({ current: 'v2', previous: 'v1', canary: null })
  const { entries } = await (await askReleases('gallery/history')).json<History>()
  expect(entries[0]).toMatchObject({ action: 'promote', author: 'automatic', reason: '50 visitors reported success at 50 %' })
})

const waitsFor = async () => (await (await askReleases('gallery')).json<RemoteStatus>()).waitsFor

test('with few visitors, time with a success and without a bad report raises the share', async () => {
  vi.setSystemTime(Date.now())
  await start(true)
  await letPass(quietStepMs)
  await sweepRegistry(env)
  expect((await channel()).canary?.share).toBe(5)
  expect(await waitsFor()).toBe('it stays at 5 %, nobody has reported success yet')
  await report(1, 'done')
  await letPass(quietStepMs - 1000)
  await sweepRegistry(env)
  expect(await waitsFor()).toBe('it stays at 5 %, successes: 1; 30 minutes have not passed')
  await letPass(quietStepMs)
  await sweepRegistry(env)
  expect((await channel()).canary?.share).toBe(25)
})

test('a bad report stops the clock', async () => {
  await start(true)
  await letPass(quietStepMs)
  await report(1, 'done')
  await report(1, 'error')
  await sweepRegistry(env)
  expect((await channel()).canary?.share).toBe(5)
})

test('a canary with a share of its own keeps it', async () => {
  await start(false)
  await letPass(quietStepMs)
  await sweepRegistry(env)
  expect((await channel()).canary?.share).toBe(5)
})
