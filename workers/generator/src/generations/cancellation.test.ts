import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import { callAs, hang, library, newMember, provider, startGeneration, waitForEnd, waitForState } from '../testing.ts'
import { acceptOnly, quotaUsed, restart, stateOf } from './testing.ts'

const cancel = (member: string, id: string) => callAs(member, `/generations/${id}`, { method: 'DELETE' })

it('aborts the call and saves nothing; the member is billed, because the provider may bill the call', async () => {
  const member = newMember()
  provider.answer = hang
  const { id } = await startGeneration(member)
  await waitForState(member, id, 'calling')
  const cancelled = await cancel(member, id)
  expect([cancelled.status, await cancelled.json()]).toMatchObject([200, { state: 'cancelled', design: null }])
  expect(await quotaUsed(member)).toBe(1)
  expect((await library.inspect()).saved.filter(({ design }) => design.id === id)).toEqual([])
  expect(await runInDurableObject(env.RUNS.getByName(id), (_, state) => state.storage.list())).toEqual(new Map())
})

it('before the call bills nobody', async () => {
  const member = newMember()
  const id = await acceptOnly(member)
  await cancel(member, id)
  await restart(id)
  expect(await stateOf(id)).toBe('cancelled')
  expect([provider.calls.length, await quotaUsed(member)]).toEqual([0, 0])
})

it('succeeds when the run calls the provider at the same moment', async () => {
  const member = newMember()
  const id = await acceptOnly(member)
  const batch = env.DB.batch.bind(env.DB)
  vi.spyOn(env.DB, 'batch').mockImplementationOnce(async (statements: D1PreparedStatement[]) => {
    await env.DB.prepare("update generations set state = 'calling', version = version + 1 where id = ?").bind(id).run()
    return batch(statements)
  })
  const answer = await cancel(member, id)
  expect(await answer.json()).toMatchObject({ state: 'cancelled' })
  expect(await quotaUsed(member)).toBe(1)
})

it('succeeds when the run fails while it is stopped', async () => {
  const member = newMember()
  provider.answer = hang
  const { id } = await startGeneration(member)
  await waitForState(member, id, 'calling')
  const batch = env.DB.batch.bind(env.DB)
  vi.spyOn(env.DB, 'batch')
    .mockImplementationOnce((statements: D1PreparedStatement[]) => batch(statements))
    .mockRejectedValueOnce(new Error('D1 is away'))
  const answer = await cancel(member, id)
  expect([answer.status, await answer.json()]).toMatchObject([200, { state: 'cancelled' }])
  expect(await runInDurableObject(env.RUNS.getByName(id), (_, state) => state.storage.list())).toEqual(new Map())
})

it('comes too late for a generation that is done', async () => {
  const member = newMember()
  const { id } = await startGeneration(member)
  await waitForEnd(member, id)
  const answer = await cancel(member, id)
  expect(await answer.json()).toMatchObject({ state: 'done', design: { id } })
})
