import { env, exports } from 'cloudflare:workers'
import { networkKeyHeader } from '@encre/protocol/network'
import { createApp } from '@encre/worker/app'
import { ownerKey } from '@encre/worker/member'
import { tokenLifetimeMs } from '@encre/worker/moment'
import { serve } from '@encre/worker/serve'
import { describe, expect, it, vi } from 'vitest'
import type { Bindings } from '../bindings.ts'
import { startGeneration } from '../contract.ts'
import { generations } from '../generations/generations.ts'
import { newAccountMs } from '../lifetimes.ts'
import {
  codeOf,
  generationRequest,
  member,
  provider,
  readGeneration,
  refuse,
  TestMember,
  tenant,
} from '../testing.ts'
import { dayOf, takeCall } from './limits.ts'

const attempts = 12
const perMember = 5
const perNetwork = 8
const today = () => dayOf(new Date().toISOString())

describe('the quota', () => {
  it('accepts exactly five of a member’s twelve concurrent requests a day', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => member.post()))
    const accepted = responses.filter(({ status }) => status === 202)
    expect(accepted).toHaveLength(perMember)
    for (const response of responses) {
      if (response.status !== 202)
        expect(await codeOf(response)).toEqual([429, 'resource-exhausted'])
    }
    for (const response of accepted) {
      await member.waitForEnd((await readGeneration(response)).id)
    }
    expect(await member.options()).toMatchObject({ quota: { limit: 5, left: 0 } })
    expect(provider.calls).toHaveLength(5)
  })

  it('still answers a known idempotency key when nothing is left', async () => {
    const key = crypto.randomUUID()
    const { id } = await readGeneration(await member.post(undefined, key))
    for (let more = 0; more < 4; more++) {
      await member.start()
    }
    expect((await member.post()).status).toBe(429)
    expect(await readGeneration(await member.post(undefined, key))).toMatchObject({ id })
  })

  it('starts ten times the quota at most, however many are cancelled before a call', async () => {
    const startWithdrawn = async () => {
      const key = crypto.randomUUID()
      await member.call(`/generations/by-key/${key}`, { method: 'DELETE' })
      return (await member.post(undefined, key)).status
    }
    const statuses = await Promise.all(Array.from({ length: 52 }, startWithdrawn))
    expect(statuses.toSorted()).toEqual([...Array(50).fill(200), 429, 429])
    expect(await codeOf(await member.post())).toEqual([429, 'resource-exhausted'])
    expect(await member.options()).toMatchObject({ quota: { left: 5 } })
  })

  it('stops the whole site at its own limit', async () => {
    const used = await env.DB.prepare('select used from site_usage where day = ?')
      .bind(today())
      .first<number>('used')
    const setUsed = (value: number | null) =>
      env.DB.prepare('update site_usage set used = ? where day = ?').bind(value, today()).run()
    await setUsed(199)
    const late = new TestMember()
    const resetsAt = expect.stringMatching(/T00:00:00\.000Z$/)
    expect(await member.options()).toMatchObject({ quota: { limit: 5, left: 1, resetsAt } })
    const { id } = await member.start()
    expect((await late.post()).status).toBe(429)
    expect(await late.options()).toMatchObject({ quota: { left: 0 } })
    await member.waitForEnd(id)
    await setUsed(used)
  })
})

describe('the accounts of one day', () => {
  const perNewAccounts = 100
  const readUsed = () =>
    env.DB.prepare('select used_by_new_accounts as used from site_usage where day = ?')
      .bind(today())
      .first<number>('used')

  it('take half of the site’s day at most, and leave the rest to older accounts', async () => {
    const { id } = await member.start()
    await member.waitForEnd(id)
    const used = await readUsed()
    const setUsed = (value: number | null) =>
      env.DB.prepare('update site_usage set used_by_new_accounts = ? where day = ?')
        .bind(value, today())
        .run()
    await setUsed(perNewAccounts)
    expect(await codeOf(await member.post())).toEqual([429, 'resource-exhausted'])
    expect(await member.options()).toMatchObject({ quota: { left: 0 } })
    const older = new TestMember()
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString()
    await env.DB.prepare('insert into owners (owner_key, first_generation_at) values (?, ?)')
      .bind(await ownerKey(older.id), yesterday)
      .run()
    expect(await older.options()).toMatchObject({ quota: { left: perMember } })
    expect((await older.post()).status).toBe(202)
    expect(await readUsed()).toBe(perNewAccounts)
    await setUsed(used)
  })

  it('get back what nobody is billed for', async () => {
    const before = await readUsed()
    provider.answer = async () => refuse(400, 'bad_request')
    await member.waitForEnd((await member.start()).id)
    expect(await readUsed()).toBe(before)
  })
})

/** Counts calls of the member as made, all but the last two. */
async function takeAllButTwo(): Promise<void> {
  const owner = await ownerKey(member.id)
  for (let calls = 2; calls < attempts; calls++) {
    await takeCall(env.DB, owner, { attempts })
  }
}

describe('an erased account', () => {
  it('generates nothing for as long as a token of it may be valid', async () => {
    await member.generate()
    await exports.GenerationLedger.eraseMember(member.id)
    expect(await codeOf(await member.post())).toEqual([403, 'account-erased'])
    expect(provider.calls).toHaveLength(1)

    vi.useFakeTimers({ now: Date.now() + tokenLifetimeMs - 60_000, toFake: ['Date'] })
    await exports.default.sweep()
    expect((await member.post()).status).toBe(403)
    vi.setSystemTime(Date.now() + 120_000)
    await exports.default.sweep()
    expect((await member.post()).status).toBe(202)
  })

  it('keeps its use of the day, even where the erasure is forgotten', async () => {
    for (let count = 0; count < perMember - 1; count++) {
      await member.generate()
    }
    for (let erasures = 0; erasures < 2; erasures++) {
      await exports.GenerationLedger.eraseMember(member.id)
    }
    await env.DB.prepare('delete from erased_owners where owner_key = ?')
      .bind(await ownerKey(member.id))
      .run()
    expect(await member.quotaUsed()).toBe(perMember - 1)
    await member.generate()
    expect(await codeOf(await member.post())).toEqual([429, 'resource-exhausted'])
  })
})

describe('the calls that one member may cause', () => {
  it.each([
    { are: 'billed to the site', answer: () => refuse(500, 'server_error') },
    { are: 'billed to nobody', answer: () => refuse(400, 'bad_request') },
    {
      are: 'with an unknown outcome',
      answer: () => Promise.reject(new Error('connection lost')),
    },
  ])('are bounded where they are $are', async ({ answer }) => {
    provider.answer = async () => answer()
    await takeAllButTwo()
    for (let count = 0; count < 2; count++) {
      await member.generate()
    }
    expect(await codeOf(await member.post())).toEqual([429, 'attempts-exhausted'])
    expect([provider.calls.length, await member.quotaUsed()]).toEqual([2, 0])
  })

  it('are taken one by one by concurrent runs', async () => {
    const owner = crypto.randomUUID()
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => takeCall(env.DB, owner, { attempts })),
    )
    expect(taken.filter(Boolean)).toHaveLength(attempts)
    expect(await takeCall(env.DB, owner, { attempts: 0 })).toBe(false)
  })
})

describe('new accounts of one network', () => {
  it('share one limit, which a failure of the provider gives back', async () => {
    const network = newNetwork()
    provider.answer = async () => refuse(500, 'server_error')
    await member.waitForEnd((await readGeneration(await postFrom(network))).id)
    provider.answer = async () => refuse(400, 'moderation_blocked')
    const responses = await Promise.all(
      Array.from({ length: perNetwork + 4 }, () => postFrom(network, new TestMember())),
    )
    const refused = responses.filter(({ status }) => status === 429)
    expect([responses.length - refused.length, refused.length]).toEqual([perNetwork, 4])
    for (const response of refused) {
      expect(await codeOf(response)).toEqual([429, 'network-exhausted'])
    }
    expect((await postFrom(newNetwork(), new TestMember())).status).toBe(202)
    expect((await postFrom(null, new TestMember())).status).toBe(202)
  })

  it('do not bind an account that generated seven days ago', async () => {
    const network = newNetwork()
    const old = new Date(Date.now() - newAccountMs - 1000).toISOString()
    await env.DB.prepare('insert into owners (owner_key, first_generation_at) values (?, ?)')
      .bind(await ownerKey(member.id), old)
      .run()
    const fill = env.DB.prepare(
      'insert into network_usage (day, network_key, used) values (?, ?, ?)',
    )
    await fill.bind(today(), network, perNetwork).run()
    expect((await postFrom(network, new TestMember())).status).toBe(429)
    expect((await postFrom(network)).status).toBe(202)
  })

  it('leave no trace of their network after the day', async () => {
    const network = newNetwork()
    await postFrom(network, new TestMember())
    vi.useFakeTimers({ now: Date.now() + 24 * 60 * 60 * 1000, toFake: ['Date'] })
    await exports.default.sweep()
    const count = (table: string) =>
      env.DB.prepare(`select count(*) as count from ${table} where network_key = ?`)
        .bind(network)
        .first<number>('count')
    expect([await count('generations'), await count('network_usage')]).toEqual([0, 0])
  })
})

const newNetwork = () => crypto.randomUUID().replaceAll('-', '')

function postFrom(network: string | null, from = member): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
    ...(network && { [networkKeyHeader]: network }),
  }
  return from.call('/generations', {
    method: 'POST',
    body: JSON.stringify(generationRequest()),
    headers,
  })
}

it('a first generation needs a verified email where the operator asks for it, a later one does not', async () => {
  const app = createApp<Bindings>('generator')
  serve(app, 'generator', { startGeneration }, generations)
  const verified = { [`${env.AUTH0_AUDIENCE}/email_verified`]: true }
  const post = async (setting: 'on' | 'off', claims = {}) => {
    const headers = {
      ...(await tenant.authorization(member.id, claims)),
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    }
    const init = { method: 'POST', headers, body: JSON.stringify(generationRequest()) }
    const response = await app.request('/api/generator/generations', init, {
      ...env,
      VERIFIED_EMAIL: setting,
    })
    return response.status === 202 ? 202 : codeOf(response)
  }
  expect(await post('on')).toEqual([403, 'email-unverified'])
  expect(await post('on', { email_verified: true })).toEqual([403, 'email-unverified'])
  expect(await post('on', verified)).toBe(202)
  expect(await post('on')).toBe(202)
})
