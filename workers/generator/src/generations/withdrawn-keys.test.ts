import { env, exports } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import { withdrawnKeyLifetimeMs } from '../lifetimes.ts'
import { callAs, hang, newMember, postGeneration, provider, readGeneration, waitForEnd, waitForState } from '../testing.ts'
import { quotaUsed } from './testing.ts'
import { maxPerMember, withdrawKey } from './withdrawn-keys.ts'

const withdraw = (member: string, key: string) => callAs(member, `/generations/by-key/${key}`, { method: 'DELETE' })
const countKeys = (member: string) =>
  env.DB.prepare('select count(*) as count from withdrawn_keys where member_id = ?').bind(member).first<number>('count')

it('cancels a running generation by its idempotency key', async () => {
  const [member, key] = [newMember(), crypto.randomUUID()]
  provider.answer = hang
  const { id } = await readGeneration(await postGeneration(member, undefined, key))
  await waitForState(member, id, 'calling')
  const answer = await withdraw(member, key.toUpperCase())
  expect([answer.status, await answer.json()]).toMatchObject([200, { id, state: 'cancelled' }])
  expect(await countKeys(member)).toBe(0)
})

it('accepts a request that arrives later as cancelled, calls no provider and bills nobody', async () => {
  const [member, key] = [newMember(), crypto.randomUUID()]
  expect((await withdraw(member, key)).status).toBe(204)
  expect((await withdraw(member, key)).status).toBe(204)
  const late = await postGeneration(member, undefined, key)
  expect(late.status).toBe(200)
  const generation = await readGeneration(late)
  expect(generation).toMatchObject({ state: 'cancelled', design: null })
  await exports.default.sweep()
  expect([provider.calls.length, await quotaUsed(member)]).toEqual([0, 0])
  const again = await withdraw(member, key)
  expect(await again.json()).toMatchObject({ id: generation.id, state: 'cancelled' })
})

it('leaves the same key of another member alone', async () => {
  const [member, other, key] = [newMember(), newMember(), crypto.randomUUID()]
  await withdraw(member, key)
  const { id } = await readGeneration(await postGeneration(other, undefined, key))
  expect((await waitForEnd(other, id)).state).toBe('done')
  expect((await withdraw(member, key)).status).toBe(204)
})

it('comes too late for a generation that is done', async () => {
  const [member, key] = [newMember(), crypto.randomUUID()]
  const { id } = await readGeneration(await postGeneration(member, undefined, key))
  await waitForEnd(member, id)
  expect(await (await withdraw(member, key)).json()).toMatchObject({ id, state: 'done' })
})

it('refuses a key that is not a UUID', async () => {
  const answer = await withdraw(newMember(), 'wolf')
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid-idempotency-key' }])
})

it('refuses one key too many, and still knows the others', async () => {
  const member = newMember()
  const keys = Array.from({ length: maxPerMember }, () => crypto.randomUUID())
  for (const key of keys) await withdrawKey(env.DB, member, key)
  const answer = await withdraw(member, crypto.randomUUID())
  expect([answer.status, await answer.json()]).toMatchObject([429, { code: 'resource-exhausted' }])
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
