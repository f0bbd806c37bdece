import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { limitMemberWrites, type MemberFloodBindings } from './flood-limits.ts'
import { ownerKey } from './member.ts'

const app = new Hono<{ Bindings: MemberFloodBindings; Variables: { memberId: string } }>()
  .use(async (c, next) => {
    c.set('memberId', c.req.header('member') ?? '')
    await next()
  })
  .use(limitMemberWrites)
  .all('/', (c) => c.text('ok'))

/** An app whose limiter lets each key pass `passes` times, and the keys that it was asked for. */
function limitTo(passes: number, FLOOD_LIMITS = 'on') {
  const keys: string[] = []
  const limit = async ({ key }: { key: string }) => ({ success: keys.push(key) && keys.filter((one) => one === key).length <= passes })
  const ask = async (member: string, method: string) =>
    (await app.request('/', { method, headers: { member } }, { FLOOD_LIMITS, MEMBER_WRITES: { limit } })).status
  return { ask, keys }
}

it('refuses the writes of one member above the limit, and of no other', async () => {
  const { ask, keys } = limitTo(2)
  expect([await ask('ana', 'POST'), await ask('ana', 'DELETE'), await ask('ana', 'PUT')]).toEqual([200, 200, 429])
  expect(await ask('ben', 'POST')).toBe(200)
  expect(new Set(keys)).toEqual(new Set([await ownerKey('ana'), await ownerKey('ben')]))
})

it('counts no read', async () => {
  const { ask, keys } = limitTo(0)
  expect([await ask('ana', 'GET'), await ask('ana', 'HEAD')]).toEqual([200, 200])
  expect(keys).toEqual([])
})
