import { env } from 'cloudflare:workers'
import type { PageManifest } from '@encre/protocol/page-manifest'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sweepRegistry } from '../../maintenance.ts'
import {
  ask,
  getRemoteStatus,
  listHistory,
  postRelease,
  publish,
  register,
  resetChannels,
} from '../../testing/site.ts'
import { saveHealthReport } from '../channels/health-reports-store.ts'
import { silentAfterSeconds } from '../releases/releases-store.ts'
import { signClaims } from '../tokens/signed-token.ts'

const secret = 'the-composition-secret-of-the-tests'

beforeAll(async () => {
  await publish('gallery', 'v1')
  await register('gallery', 'v2')
})
beforeEach(async () => {
  await resetChannels()
  await startCanary(50)
})

const startCanary = (share: number) => postRelease('gallery/canary', { version: 'v2', share })

let visitors = 0

/** The token of a new visitor's page that runs this version. */
const tokenFor = (version: string) =>
  signClaims(secret, {
    visitor: `visitor-${visitors++}`,
    versions: { gallery: version },
    expires: Date.now() + 60_000,
  })

function report(
  token: string,
  outcome: string,
  address = `198.51.100.${visitors % 250}`,
): Promise<Response> {
  return ask('/api/releases/outcomes', {
    method: 'POST',
    headers: { 'cf-connecting-ip': address },
    body: JSON.stringify({ token, remote: 'gallery', outcome }),
  })
}

const save = (
  version: string,
  outcome: 'done' | 'load-failed' | 'started' | 'left',
  address?: string,
) =>
  saveHealthReport(env.DB, {
    remote: 'gallery',
    version,
    visitor: `v${visitors++}`,
    address: address ?? `a${visitors % 250}`,
    outcome,
  })

async function reports(
  version: string,
  { done, failed }: { done: number; failed: number },
  address?: string,
): Promise<void> {
  const outcomes = Array.from({ length: done + failed }, (_, index) =>
    index < done ? 'done' : 'load-failed',
  )
  // The last report arrives as a page sends it, and the site judges the canary.
  const last = outcomes.pop() ?? 'done'
  await Promise.all(
    outcomes.map((outcome) =>
      address
        ? tokenFor(version).then((token) => report(token, outcome, address))
        : save(version, outcome),
    ),
  )
  await report(await tokenFor(version), last, address)
}

const canary = async () => (await getRemoteStatus('gallery')).canary
const tally = async (version: string) => {
  const { versions } = await getRemoteStatus('gallery')
  const found = versions.find((one) => one.version === version)
  return found && [found.visitors, found.loadFailures, found.errors]
}

test('ends a canary that fails more often than the current version, with the reason in the history', async () => {
  await reports('v1', { done: 200, failed: 1 })
  await reports('v2', { done: 20, failed: 3 })
  expect(await canary()).toEqual({ version: 'v2', share: 50 })
  await reports('v2', { done: 0, failed: 1 })
  expect(await canary()).toBeNull()
  expect((await listHistory('gallery'))[0]).toMatchObject({
    action: 'rollback',
    version: 'v1',
    replaced: 'v2',
    author: 'automatic',
    reason: 'v2 failed for 4 of 24 visitors, v1 failed for 1 of 201 visitors',
  })
})

test('the sweep ends a failing canary by successes of the current version', async () => {
  await reports('v2', { done: 46, failed: 4 })
  await sweepRegistry(env)
  expect(await canary()).not.toBeNull()
  await reports('v1', { done: 200, failed: 0 })
  await sweepRegistry(env)
  expect(await canary()).toBeNull()
})

test('keeps a canary that fails as often as the current version', async () => {
  await reports('v1', { done: 45, failed: 15 })
  await reports('v2', { done: 45, failed: 15 })
  expect(await canary()).not.toBeNull()
})

/** Visitors of a version whose pages start it and report nothing more. */
async function fallSilent(version: string, visitors: number): Promise<void> {
  await Promise.all(Array.from({ length: visitors }, () => save(version, 'started')))
  const before = new Date(Date.now() - (silentAfterSeconds + 1) * 1000).toISOString()
  await env.DB.prepare("update health_reports set at = ? where outcome = 'started'")
    .bind(before)
    .run()
  await env.DB.prepare('update channels set canary_since = ?').bind(before).run()
}

test('the sweep ends a canary whose pages start it and then fall silent', async () => {
  await reports('v1', { done: 20, failed: 0 })
  await reports('v2', { done: 40, failed: 0 })
  await fallSilent('v2', 10)
  await sweepRegistry(env)
  expect(await canary()).toBeNull()
  expect((await listHistory('gallery'))[0]?.reason).toBe(
    'v2 failed for 10 of 50 visitors, v1 failed for 0 of 20 visitors',
  )
})

test('a version that is silent for everyone fails for everyone', async () => {
  await fallSilent('v2', 4)
  await sweepRegistry(env)
  expect((await listHistory('gallery'))[0]?.reason).toContain('v2 failed for 4 of 4 visitors')
})

test('silence counts only as far as it exceeds the silence of the current version', async () => {
  await reports('v1', { done: 40, failed: 0 })
  await fallSilent('v1', 10)
  await reports('v2', { done: 40, failed: 0 })
  await fallSilent('v2', 12)
  await sweepRegistry(env)
  expect(await canary()).not.toBeNull()
})

test('a page that has just started, or that was left before its result, says nothing about the version', async () => {
  await Promise.all(
    Array.from({ length: 50 }, (_, index) => save('v2', index % 2 ? 'started' : 'left')),
  )
  await sweepRegistry(env)
  expect(await canary()).not.toBeNull()
  expect(await tally('v2')).toEqual([0, 0, 0])
})

test('a result replaces the start, a start replaces a success, and a failure stays', async () => {
  const token = await tokenFor('v2')
  for (const outcome of ['started', 'ok', 'started']) await report(token, outcome)
  expect(await tally('v2')).toEqual([0, 0, 0])
  for (const outcome of ['ok', 'started', 'error', 'started', 'ok']) await report(token, outcome)
  expect(await tally('v2')).toEqual([1, 0, 1])
})

test('three failures end no canary', async () => {
  await reports('v2', { done: 0, failed: 3 })
  expect(await canary()).not.toBeNull()
  await reports('v2', { done: 0, failed: 1 })
  expect(await canary()).toBeNull()
})

/** Sends every report that one client with an IPv4 and an IPv6 address can send. */
async function reportFailuresOfOneClient(version: string): Promise<void> {
  for (const address of ['203.0.113.7', '2001:db8:7::1'])
    await reports(version, { done: 0, failed: 10 }, address)
}

test('one client cannot end a canary, whatever visitors it pretends to be', async () => {
  await reports('v2', { done: 49, failed: 1 })
  await reportFailuresOfOneClient('v2')
  expect(await canary()).not.toBeNull()
  expect(await tally('v2')).toEqual([54, 5, 0])
})

test.each([
  { among: 'alone', done: 0 },
  { among: 'among others', done: 40 },
])(
  'one client cannot keep a failing canary by reports on the current version, $among',
  async ({ done }) => {
    await reportFailuresOfOneClient('v1')
    await reports('v1', { done, failed: 0 })
    await reports('v2', { done: 40, failed: 10 })
    expect(await canary()).toBeNull()
  },
)

test('counts all addresses of one IPv6 site as one network', async () => {
  for (let host = 0; host < 20; host++)
    await report(await tokenFor('v2'), 'error', `2001:db8:1:${host}::1`)
  expect(await tally('v2')).toEqual([2, 0, 2])
})

test('ignores the reports of an earlier canary', async () => {
  await reports('v2', { done: 0, failed: 3 })
  await startCanary(0)
  vi.setSystemTime(Date.now() + 1)
  await startCanary(10)
  await reports('v2', { done: 0, failed: 3 })
  expect(await canary()).not.toBeNull()
})

test('without a canary, saves only failures', async () => {
  await startCanary(0)
  await reports('v1', { done: 3, failed: 2 }, '203.0.113.9')
  expect(await tally('v1')).toEqual([2, 2, 0])
})

test('accepts only a token of this site, for the versions in it', async () => {
  const { token = '', remotes } = await (
    await ask('/api/releases/compositions/current')
  ).json<PageManifest>()
  expect((await report(token, 'error')).status).toBe(204)
  expect(await tally(remotes[0]?.current.version ?? '')).toEqual([1, 0, 1])

  const claims = { visitor: 'x', versions: { gallery: 'v2' }, expires: Date.now() + 60_000 }
  const forged = await signClaims('another secret', claims)
  const expired = await signClaims(secret, { ...claims, expires: Date.now() - 1 })
  const elsewhere = await signClaims(secret, { ...claims, versions: { generator: 'v2' } })
  const changed = `${btoa(JSON.stringify(claims))}.${token.split('.')[1]}`
  for (const bad of [forged, expired, elsewhere, changed, 'nonsense', '', '.'])
    expect((await report(bad, 'error')).status).toBe(403)
})

test.each([
  {},
  { token: 'x', remote: 'gallery', outcome: 'great' },
  { token: 'x', remote: 'gallery', outcome: 'ok', version: 'v2' },
])('refuses %j', async (body) => {
  expect(
    (await ask('/api/releases/outcomes', { method: 'POST', body: JSON.stringify(body) })).status,
  ).toBe(400)
})
