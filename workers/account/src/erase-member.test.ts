import { env, exports } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/owner-key'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bindings } from './bindings.ts'
import { accountPaths, Erasure } from './contract.ts'
import { eraseMember } from './erase-member.ts'
import { erasureListLifetimeMs, tokenLifetimeMs } from './lifetimes.ts'
import { callAs, expectProblem, listErased, tenant } from './testing.ts'

const rows = (table: 'users' | 'password_attempts' | 'erasures', member: string) =>
  env.DB.prepare(`select count(*) as count from ${table} where ${table === 'users' ? 'id' : 'member_id'} = ?`)
    .bind(member)
    .first<number>('count')

/** A member with a row in every table. */
async function createMember(member: string) {
  tenant.accounts.set(member, { email: `${member}@encre.test`, name: 'Ana', password: 'secret-1' })
  expect((await callAs(member, accountPaths.me)).status).toBe(200)
  const guess = { currentPassword: 'guess', newPassword: 'new-secret' }
  expect((await callAs(member, accountPaths.password, { method: 'PUT', body: JSON.stringify(guess) })).status).toBe(403)
  tenant.calls.length = 0
}

async function erase(member: string): Promise<Erasure> {
  const answer = await callAs(member, accountPaths.me, { method: 'DELETE' })
  expect(answer.status).toBe(200)
  return Erasure.parse(await answer.json())
}

const erasures = async (member: string) => {
  const { gallery, generator } = await listErased()
  return [generator, gallery].map((erased) => erased.filter((one) => one === member).length)
}

let member = ''
beforeEach(async () => {
  member = `auth0|${crypto.randomUUID()}`
  await createMember(member)
})

describe('the erasure of an account', () => {
  it('deletes all data of the member, then the sign-in, and nothing of another member', async () => {
    await createMember('auth0|other')
    expect(await erase(member)).toEqual({ signInErased: true })
    expect([await rows('users', member), await rows('password_attempts', member), await erasures(member)]).toEqual([0, 0, [1, 1]])
    expect(tenant.accounts.has(member)).toBe(false)
    expect(tenant.calls.at(-1)).toBe(`DELETE /api/v2/users/${member}`)

    expect([await rows('users', 'auth0|other'), await rows('password_attempts', 'auth0|other')]).toEqual([1, 1])
    expect([tenant.accounts.has('auth0|other'), await erasures('auth0|other')]).toEqual([true, [0, 0]])
    await expectProblem(await callAs(member, accountPaths.me), 401, 'permission-denied')
  })

  it('can be repeated by a page that did not get the answer', async () => {
    expect([await erase(member), await erase(member)]).toEqual([{ signInErased: true }, { signInErased: true }])
  })

  it('stops if the gallery does not answer, and continues when it is repeated', async () => {
    await createMember('gallery-fails-once')
    await expectProblem(await callAs('gallery-fails-once', accountPaths.me, { method: 'DELETE' }), 503, 'unavailable')
    expect([tenant.accounts.has('gallery-fails-once'), await rows('users', 'gallery-fails-once')]).toEqual([true, 1])
    expect(await erase('gallery-fails-once')).toEqual({ signInErased: true })
    expect([tenant.accounts.has('gallery-fails-once'), await rows('users', 'gallery-fails-once')]).toEqual([false, 0])
  })

  it('keeps the sign-in while the Management API is unavailable, so that the member can try again', async () => {
    tenant.answers.set(`DELETE /api/v2/users/${member}`, [() => new Response('oops', { status: 500 })])
    await expectProblem(await callAs(member, accountPaths.me, { method: 'DELETE' }), 503, 'unavailable')
    expect([tenant.accounts.has(member), await rows('users', member), await erasures(member)]).toEqual([true, 0, [1, 1]])
    expect(await erase(member)).toEqual({ signInErased: true })
    expect(tenant.accounts.has(member)).toBe(false)
  })

  it('reports that the sign-in stays on a site without credentials for the Management API', async () => {
    const bindings = { ...env, AUTH0_M2M_CLIENT_ID: '' } as unknown as Bindings
    expect(await eraseMember(bindings, member)).toEqual({ signInErased: false })
    expect([await rows('users', member), tenant.accounts.has(member), tenant.calls]).toEqual([0, true, []])
  })

  it('stays listed outside of the database for as long as backups are kept', async () => {
    const listed = async () => {
      const owner = await ownerKey(member)
      return (await env.ERASURES.list()).objects.map(({ key }) => key).filter((key) => key.endsWith(`/${owner}`))
    }
    const before = new Date().toISOString()
    await erase(member)
    expect(await listed()).toHaveLength(1)
    expect((await listed())[0]?.slice(0, before.length) ?? '').toSatisfy((at) => at >= before)

    vi.setSystemTime(Date.now() + erasureListLifetimeMs - 60_000)
    await exports.default.sweep()
    expect(await listed()).toHaveLength(1)
    vi.setSystemTime(Date.now() + 120_000)
    await exports.default.sweep()
    vi.useRealTimers()
    expect(await listed()).toEqual([])
  })

  it('deletes what another tab saved meanwhile, once all tokens have expired', async () => {
    await erase(member)
    await env.DB.prepare("insert into users (id, email, name, created_at) values (?, 'a@encre.test', 'Ana', '2026-11-20T10:00:00.000Z')")
      .bind(member)
      .run()
    expect(await exports.default.sweep()).toMatchObject({ erasuresEnded: 0 })
    vi.setSystemTime(Date.now() + tokenLifetimeMs + 60_000)
    const { erasuresEnded } = await exports.default.sweep()
    vi.useRealTimers()
    expect(erasuresEnded).toBeGreaterThanOrEqual(1)
    expect([await rows('users', member), await rows('erasures', member), await erasures(member)]).toEqual([0, 0, [2, 2]])
  })
})
