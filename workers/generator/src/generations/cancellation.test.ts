import { env, exports } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { withdrawnKeyLifetimeMs } from '../lifetimes.ts'
import { codeOf, library, member, provider, readGeneration, TestMember } from '../testing.ts'
import { acceptOnly, listStored, restart, stateOf, usedBySite } from './testing.ts'
import { maxPerMember, withdrawKey } from './withdrawn-keys.ts'

describe('the cancellation of a generation', () => {
  const cancel = (id: string) => member.call(`/generations/${id}`, { method: 'DELETE' })

  it('aborts the call and saves nothing; the member is billed, because the provider may bill the call', async () => {
    const id = await member.startHanging()
    const cancelled = await cancel(id)
    expect([cancelled.status, await cancelled.json()]).toMatchObject([
      200,
      { state: 'cancelled', design: null },
    ])
    expect(await member.quotaUsed()).toBe(1)
    expect((await library.inspect()).saved.filter(({ design }) => design.id === id)).toEqual([])
    expect(await listStored(id)).toEqual([])
  })

  it('before the call bills nobody', async () => {
    const used = await usedBySite()
    const id = await acceptOnly(member.id)
    await cancel(id)
    await restart(id)
    expect(await stateOf(id)).toBe('cancelled')
    expect([provider.calls.length, await member.quotaUsed()]).toEqual([0, 0])
    expect(await usedBySite()).toBe(used)
  })

  it('succeeds when the run calls the provider at the same moment', async () => {
    const id = await acceptOnly(member.id)
    const batch = env.DB.batch.bind(env.DB)
    vi.spyOn(env.DB, 'batch').mockImplementationOnce(async (statements: D1PreparedStatement[]) => {
      await env.DB.prepare(
        "update generations set state = 'calling', version = version + 1 where id = ?",
      )
        .bind(id)
        .run()
      return batch(statements)
    })
    expect(await (await cancel(id)).json()).toMatchObject({ state: 'cancelled' })
    expect(await member.quotaUsed()).toBe(1)
  })

  it('succeeds when the run fails while it is stopped', async () => {
    const id = await member.startHanging()
    const batch = env.DB.batch.bind(env.DB)
    vi.spyOn(env.DB, 'batch')
      .mockImplementationOnce((statements: D1PreparedStatement[]) => batch(statements))
      .mockRejectedValueOnce(new Error('D1 is away'))
    const answer = await cancel(id)
    expect([answer.status, await answer.json()]).toMatchObject([200, { state: 'cancelled' }])
    expect(await listStored(id)).toEqual([])
  })
})

describe('a withdrawn key', () => {
  const withdraw = (key: string) => member.call(`/generations/by-key/${key}`, { method: 'DELETE' })
  const countKeys = () => member.count('withdrawn_keys')

  it('cancels a running generation by its idempotency key', async () => {
    const key = crypto.randomUUID()
    const id = await member.startHanging(key)
    const answer = await withdraw(key.toUpperCase())
    expect([answer.status, await answer.json()]).toMatchObject([200, { id, state: 'cancelled' }])
    expect(await countKeys()).toBe(0)
  })

  it('accepts a request that arrives later as cancelled, calls no provider and bills nobody', async () => {
    const key = crypto.randomUUID()
    expect([(await withdraw(key)).status, (await withdraw(key)).status]).toEqual([204, 204])
    const late = await member.post(undefined, key)
    const { id, state, design } = await readGeneration(late)
    expect([late.status, state, design]).toEqual([200, 'cancelled', null])
    await exports.default.sweep()
    expect([provider.calls.length, await member.quotaUsed()]).toEqual([0, 0])
    expect(await (await withdraw(key)).json()).toMatchObject({ id, state: 'cancelled' })
  })

  it('leaves the same key of another member alone', async () => {
    const other = new TestMember()
    const key = crypto.randomUUID()
    await withdraw(key)
    const { id } = await readGeneration(await other.post(undefined, key))
    expect((await other.waitForEnd(id)).state).toBe('done')
    expect((await withdraw(key)).status).toBe(204)
  })

  it('refuses one key too many, and still knows the others', async () => {
    const keys = Array.from({ length: maxPerMember }, () => crypto.randomUUID())
    await Promise.all(keys.map((key) => withdrawKey(env.DB, member.id, key)))
    expect(await codeOf(await withdraw(crypto.randomUUID()))).toEqual([429, 'resource-exhausted'])
    expect((await withdraw(keys[0] ?? '')).status).toBe(204)
    expect(await countKeys()).toBe(maxPerMember)
  })

  it('the sweep deletes old keys', async () => {
    await withdraw(crypto.randomUUID())
    await exports.default.sweep()
    expect(await countKeys()).toBe(1)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + withdrawnKeyLifetimeMs + 1000)
    await exports.default.sweep()
    expect(await countKeys()).toBe(0)
  })
})
