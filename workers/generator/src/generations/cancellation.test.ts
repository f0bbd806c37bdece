import { env, exports } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { withdrawnKeyLifetimeMs } from '../lifetimes.ts'
import { callAs, codeOf, library, newMember, postGeneration, provider, readGeneration, startHanging, waitForEnd } from '../testing.ts'
import { acceptOnly, listStored, quotaUsed, restart, stateOf } from './testing.ts'
import { maxPerMember, withdrawKey } from './withdrawn-keys.ts'

describe('the cancellation of a generation', () => {
  const cancel = (member: string, id: string) => callAs(member, `/generations/${id}`, { method: 'DELETE' })

  it('aborts the call and saves nothing; the member is billed, because the provider may bill the call', async () => {
    const member = newMember()
    const id = await startHanging(member)
    const cancelled = await cancel(member, id)
    expect([cancelled.status, await cancelled.json()]).toMatchObject([200, { state: 'cancelled', design: null }])
    expect(await quotaUsed(member)).toBe(1)
    expect((await library.inspect()).saved.filter(({ design }) => design.id === id)).toEqual([])
    expect(await listStored(id)).toEqual([])
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
    expect(await (await cancel(member, id)).json()).toMatchObject({ state: 'cancelled' })
    expect(await quotaUsed(member)).toBe(1)
  })

  it('succeeds when the run fails while it is stopped', async () => {
    const member = newMember()
    const id = await startHanging(member)
    const batch = env.DB.batch.bind(env.DB)
    vi.spyOn(env.DB, 'batch')
      .mockImplementationOnce((statements: D1PreparedStatement[]) => batch(statements))
      .mockRejectedValueOnce(new Error('D1 is away'))
    const answer = await cancel(member, id)
    expect([answer.status, await answer.json()]).toMatchObject([200, { state: 'cancelled' }])
    expect(await listStored(id)).toEqual([])
  })
})

describe('a withdrawn key', () => {
  const withdraw = (member: string, key: string) => callAs(member, `/generations/by-key/${key}`, { method: 'DELETE' })
  const countKeys = (member: string) =>
    env.DB.prepare('select count(*) as count from withdrawn_keys where member_id = ?').bind(member).first<number>('count')

  it('cancels a running generation by its idempotency key', async () => {
    const [member, key] = [newMember(), crypto.randomUUID()]
    const id = await startHanging(member, key)
    const answer = await withdraw(member, key.toUpperCase())
    expect([answer.status, await answer.json()]).toMatchObject([200, { id, state: 'cancelled' }])
    expect(await countKeys(member)).toBe(0)
  })

  it('accepts a request that arrives later as cancelled, calls no provider and bills nobody', async () => {
    const [member, key] = [newMember(), crypto.randomUUID()]
    expect((await withdraw(member, key)).status).toBe(204)
    expect((await withdraw(member, key)).status).toBe(204)
    const late = await postGeneration(member, undefined, key)
    const { id, state, design } = await readGeneration(late)
    expect([late.status, state, design]).toEqual([200, 'cancelled', null])
    await exports.default.sweep()
    expect([provider.calls.length, await quotaUsed(member)]).toEqual([0, 0])
    expect(await (await withdraw(member, key)).json()).toMatchObject({ id, state: 'cancelled' })
  })

  it('leaves the same key of another member alone', async () => {
    const [member, other, key] = [newMember(), newMember(), crypto.randomUUID()]
    await withdraw(member, key)
    const { id } = await readGeneration(await postGeneration(other, undefined, key))
    expect((await waitForEnd(other, id)).state).toBe('done')
    expect((await withdraw(member, key)).status).toBe(204)
  })

  it('refuses one key too many, and still knows the others', async () => {
    const member = newMember()
    const keys = Array.from({ length: maxPerMember }, () => crypto.randomUUID())
    await Promise.all(keys.map((key) => withdrawKey(env.DB, member, key)))
    expect(await codeOf(await withdraw(member, crypto.randomUUID()))).toEqual([429, 'resource-exhausted'])
    expect((await withdraw(member, keys[0] ?? '')).status).toBe(204)
    expect(await countKeys(member)).toBe(maxPerMember)
  })

  it('the sweep deletes old keys', async () => {
    const member = newMember()
    await withdraw(member, crypto.randomUUID())
    await exports.default.sweep()
    expect(await countKeys(member)).toBe(1)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + withdrawnKeyLifetimeMs + 1000)
    await exports.default.sweep()
    expect(await countKeys(member)).toBe(0)
  })
})
