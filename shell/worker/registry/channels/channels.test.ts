import { env } from 'cloudflare:workers'
import type { Channel } from '@encre/releases/registry'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import {
  ask,
  askPage,
  codeOf,
  createTeamToken,
  getRemoteStatus,
  listHistory,
  postRelease,
  publish,
  register,
} from '../../testing/site.ts'
import { clearCachedRemotes } from '../releases/live-remotes.ts'
import { leastFailures } from './canary-steps.ts'
import { saveHealthReport } from './health-reports-store.ts'
import { judgeCanary } from './judge-canary.ts'

test('one of two simultaneous promotions is refused', async () => {
  await Promise.all([register('race', 'v1'), register('race', 'v2')])
  const answers = await Promise.all(
    ['v1', 'v2'].map((version) => postRelease('race/promote', { version, revision: 0 })),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412])
  const { current, revision } = await getRemoteStatus('race')
  expect([revision, (await listHistory('race')).map(({ version }) => version)]).toEqual([
    1,
    [current],
  ])
})

test('each rollback returns to the version before, and the first version to none', async () => {
  for (const version of ['v1', 'v2', 'v3']) await publish('steps', version)
  const roll = async () =>
    (await postRelease('steps/rollback', { reason: 'broken' })).json<Channel>()
  expect(await roll()).toMatchObject({ current: 'v2', previous: 'v1' })
  expect(await roll()).toMatchObject({ current: 'v1', previous: null })
  expect(await roll()).toMatchObject({ current: null, previous: null })
  expect((await askPage('/steps')).status).toBe(404)
  expect(await codeOf(await postRelease('steps/rollback', {}))).toEqual([
    409,
    'nothing-to-roll-back-to',
  ])
})

test('a withdrawn remote has no links, its addresses say so, and a rollback brings it back', async () => {
  const header = { label: 'Croquis', visitorLabel: 'Croquis', order: 1 }
  const page = { access: 'public', lang: 'fr', title: 'Croquis', header } as const
  await publish('drafts', 'v1', {
    routes: ['/drafts', '/drafts/:id'].map((path) => ({ ...page, path })),
  })
  const token = await createTeamToken('drafts')
  expect(await codeOf(await postRelease('drafts/withdraw', {}, token))).toEqual([
    400,
    'invalid-request',
  ])
  const answer = await postRelease('drafts/withdraw', { reason: 'it deletes designs' }, token)
  expect(await answer.json()).toMatchObject({ current: null, previous: 'v1', canary: null })
  expect(await (await askPage('/about')).text()).not.toContain('/drafts')
  for (const path of ['/drafts', '/drafts/7']) {
    const page = await askPage(path)
    expect([page.status, await page.text()]).toEqual([
      410,
      expect.stringContaining('Cette page est retirée'),
    ])
  }
  const withdrawal = {
    action: 'withdraw',
    version: 'none',
    replaced: 'v1',
    reason: 'it deletes designs',
    author: 'team drafts',
  }
  expect((await listHistory('drafts'))[0]).toMatchObject(withdrawal)
  expect(await (await postRelease('drafts/rollback', {}, token)).json()).toMatchObject({
    current: 'v1',
    previous: null,
  })
  expect((await askPage('/drafts')).status).toBe(200)
})

describe("a team's token never gives everyone a version that not everyone had", () => {
  interface Step {
    action: 'canary' | 'withdraw' | 'rollback'
    body?: object
  }
  const withdraw: Step = { action: 'withdraw', body: { reason: 'it fails' } }
  const rollBack: Step = { action: 'rollback' }
  const startCanary: Step = { action: 'canary', body: { version: 'v2', share: 10 } }

  /**
   * Returns the channel after the last step, and fails when visitors without a canary get `v2` on
   * the way.
   */
  async function runSteps(remote: string, steps: Step[]): Promise<Channel> {
    const token = await createTeamToken(remote)
    for (const { action, body } of steps) {
      await postRelease(`${remote}/${action}`, body ?? {}, token)
      expect((await getRemoteStatus(remote)).current).not.toBe('v2')
    }
    return getRemoteStatus(remote)
  }

  test('a remote that had canaries only has nothing to return to', async () => {
    await register('canaries-only', 'v2')
    const after = await runSteps('canaries-only', [
      startCanary,
      withdraw,
      rollBack,
      startCanary,
      rollBack,
      rollBack,
    ])
    expect(after).toMatchObject({ current: null, previous: null, canary: null })
  })

  test('a canary that ended by its reports is not the previous version', async () => {
    await publish('failing', 'v1')
    await register('failing', 'v2')
    await runSteps('failing', [withdraw, startCanary])
    const report = (_: unknown, index: number) => {
      const visitor = { visitor: `visitor ${index}`, address: `network ${index}` }
      return saveHealthReport(env.DB, {
        remote: 'failing',
        version: 'v2',
        outcome: 'error',
        ...visitor,
      })
    }
    await Promise.all(Array.from({ length: leastFailures }, report))
    await judgeCanary(env, 'failing')
    expect(await runSteps('failing', [withdraw, rollBack])).toMatchObject({ current: 'v1' })
  })

  test.each([
    { name: 'written-before', expected: 'v1', isPublished: true },
    { name: 'written-before-canaries', expected: null, isPublished: false },
  ])(
    'a canary that an earlier version of the registry named as previous is replaced: $name',
    async ({ name, expected, isPublished }) => {
      if (isPublished) await publish(name, 'v1')
      await register(name, 'v2')
      await runSteps(name, [withdraw, startCanary, withdraw])
      await env.DB.prepare("update channels set previous = 'v2' where remote = ?").bind(name).run()
      await runMigration('0003_repair_previous_versions.sql')
      expect(await runSteps(name, [rollBack])).toMatchObject({ current: expected, previous: null })
    },
  )

  test('the repair leaves every other channel as it was', async () => {
    for (const version of ['v1', 'v2', 'v3']) await publish('healthy', version)
    await postRelease('healthy/canary', { version: 'v1', share: 5 })
    const before = await getRemoteStatus('healthy')
    await runMigration('0003_repair_previous_versions.sql')
    expect(await getRemoteStatus('healthy')).toEqual(before)
  })
})

async function runMigration(name: string): Promise<void> {
  const migration = inject('migrations').find((one) => one.name === name)
  if (!migration) throw new Error(`no migration is called ${name}`)
  for (const query of migration.queries) await env.DB.prepare(query).run()
}

test.each([
  {
    behaviour: 'never falls back to a version that was rolled back',
    later: ['v3'],
    expected: { current: 'v1', previous: null },
  },
  {
    behaviour: 'falls back to a version that was promoted again after its rollback',
    later: ['v2', 'v3', 'v4'],
    expected: { current: 'v3', previous: 'v2' },
  },
])('$behaviour', async ({ later, expected }) => {
  const remote = `wary${later.length}`
  for (const version of ['v1', 'v2']) await publish(remote, version)
  await postRelease(`${remote}/rollback`, {})
  for (const version of later) await publish(remote, version)
  expect(await (await postRelease(`${remote}/rollback`, {})).json()).toMatchObject(expected)
})

test('the history lists author, action, date and reason, newest first', async () => {
  await publish('told', 'v1')
  const token = await createTeamToken('told')
  await register('told', 'v2', {}, token)
  await ask('/api/releases/told/canary', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-author': encodeURIComponent('Zoé') },
    body: JSON.stringify({ version: 'v2', share: 5, reason: 'a new card' }),
  })
  const entries = await listHistory('told')
  expect(entries).toMatchObject([
    {
      action: 'canary',
      version: 'v2',
      replaced: 'v1',
      author: 'Zoé (team told)',
      reason: 'a new card',
      share: 5,
    },
    { action: 'promote', version: 'v1', replaced: null, author: 'platform', reason: null },
  ])
  expect(Date.parse(entries[0]?.at ?? '')).toBeGreaterThan(Date.now() - 60_000)
})

test.each([
  { action: 'promote', body: { version: 'v1', force: true } },
  { action: 'promote', body: { version: '../v1' } },
  { action: 'rollback', body: { revision: -1 } },
  { action: 'canary', body: { version: 'v1', share: 101 } },
])('$action refuses $body', async ({ action, body }) => {
  expect(await codeOf(await postRelease(`mine/${action}`, body))).toEqual([400, 'invalid-request'])
})

describe('the contract of the released version', () => {
  const ofV1 = { schemas: {}, paths: {} }
  const ofV2 = { schemas: {}, paths: { designs: '/api/gallery/designs' } }

  beforeAll(async () => {
    await publish('gallery', 'v1', { contract: ofV1 })
    await register('gallery', 'v2', { contract: ofV2 })
    await register('news', 'v1')
  })

  const read = (remote: string) => {
    clearCachedRemotes()
    return ask(`/api/releases/${remote}/contract`)
  }

  test('is that of the version that visitors have, or of an active canary, which only grows it', async () => {
    expect(await (await read('gallery')).json()).toEqual({ version: 'v1', contract: ofV1 })
    await postRelease('gallery/canary', { version: 'v2', share: 5 })
    expect(await (await read('gallery')).json()).toEqual({ version: 'v2', contract: ofV2 })
    await postRelease('gallery/rollback', {})
    expect(await (await read('gallery')).json()).toMatchObject({ version: 'v1' })
  })

  test.each(['news', 'unknown'])('has no contract of %s, which nobody gets', async (remote) => {
    expect((await read(remote)).status).toBe(404)
  })
})
