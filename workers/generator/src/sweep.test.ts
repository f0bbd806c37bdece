import { env, exports } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Bindings } from './bindings.ts'
import { acceptOnly, setUpdated, stateOf } from './generations/testing.ts'
import { endedGenerationLifetimeMs } from './lifetimes.ts'
import { dayOf } from './limits/limits.ts'
import { retryCapabilityAfterMs, servedModelsCachedForMs } from './providers/models-store.ts'
import { sweep } from './sweep.ts'
import { clock, library, member, provider, refuse, stopClock } from './testing.ts'

describe('the sweep', () => {
  beforeEach(stopClock)

  const inMinutes = (minutes: number) => new Date(clock.now + minutes * 60_000).toISOString()
  const readRetryAt = () =>
    env.DB.prepare('select retry_at from missing_capabilities').first<string>('retry_at')

  async function recordMissingUntil(retryAt: string): Promise<void> {
    const insert =
      "insert into missing_capabilities (base_url, model, capability, retry_at) values (?, 'dall-e-3', 'model', ?)"
    await env.DB.prepare(insert).bind(env.OPENAI_BASE_URL, retryAt).run()
  }

  it('asks the provider for a missing model shortly before members would, and not before', async () => {
    provider.answer = async () => Response.json({ data: [{ id: 'gpt-image-2.5-flare' }] })
    await recordMissingUntil(inMinutes(60))
    expect(await exports.default.sweep()).toMatchObject({ models: 0 })
    expect(provider.calls).toEqual([])
    clock.now += 55 * 60_000
    expect(await exports.default.sweep()).toMatchObject({ models: 1 })
    expect(provider.calls.map(({ path }) => path)).toEqual(['/v1/models'])
    expect(Date.parse((await readRetryAt()) ?? '') - clock.now).toBe(retryCapabilityAfterMs)
  })

  it('offers a model again that the provider lists again, and changes nothing when the provider does not answer', async () => {
    provider.answer = async () => refuse(404, 'not_found')
    await recordMissingUntil(inMinutes(5))
    await exports.default.sweep()
    expect(await readRetryAt()).toBe(inMinutes(5))
    clock.now += 2 * servedModelsCachedForMs
    provider.answer = async () => Response.json({ data: [{ id: 'dall-e-3' }] })
    await exports.default.sweep()
    expect(await readRetryAt()).toBeNull()
  })
})

it('starts a run where its object is: those of older versions are in no jurisdiction', async () => {
  const ids = [await acceptOnly(member.id), await acceptOnly(member.id, { jurisdiction: 'eu' })]
  for (const id of ids) {
    await setUpdated(id, 60_000)
  }
  const started: string[] = []
  const namespaceOf = (place: string) => ({
    getByName: (name: string) => ({ start: async () => started.push(`${place} ${name}`) }),
  })
  const RUNS = { ...namespaceOf('anywhere'), jurisdiction: namespaceOf }
  await sweep({ ...env, RUNS } as unknown as Bindings)
  expect(started.toSorted()).toEqual([`anywhere ${ids[0]}`, `eu ${ids[1]}`])
  await env.DB.prepare('delete from generations where member_id = ?').bind(member.id).run()
})

const dayMs = 24 * 60 * 60 * 1000

describe('the clean-up of generations', () => {
  it('deletes one thirty days after its end, and not its design', async () => {
    const { id } = await member.generate()
    await setUpdated(id, endedGenerationLifetimeMs - dayMs)
    await exports.default.sweep()
    expect(await stateOf(id)).toBe('done')
    await setUpdated(id, endedGenerationLifetimeMs + dayMs)
    expect(await exports.default.sweep()).toMatchObject({ generations: 1 })
    expect((await member.call(`/generations/${id}`)).status).toBe(404)
    expect(
      await env.DB.prepare('select count(*) as count from attempts where generation_id = ?')
        .bind(id)
        .first('count'),
    ).toBe(0)
    expect(await library.findDesign(member.id, id)).not.toBeNull()
  })

  it('does not delete a running one, however old it is', async () => {
    const id = await acceptOnly(member.id)
    await setUpdated(id, endedGenerationLifetimeMs + dayMs)
    expect(await exports.default.sweep()).toMatchObject({ generations: 0, restarted: 1 })
    expect((await member.waitForEnd(id)).state).toBe('done')
  })

  it('deletes the usage of days more than a week ago', async () => {
    const dayAgo = (days: number) => dayOf(new Date(Date.now() - days * dayMs).toISOString())
    for (const days of [6, 9]) {
      await env.DB.prepare(
        "insert into member_usage (day, member_id, used) values (?, 'auth0|usage', 2)",
      )
        .bind(dayAgo(days))
        .run()
      await env.DB.prepare('insert into site_usage (day, used) values (?, 2)')
        .bind(dayAgo(days))
        .run()
    }
    expect(await exports.default.sweep()).toMatchObject({ days: 2 })
    const left = env.DB.prepare(
      "select day from member_usage where member_id = 'auth0|usage' union all select day from site_usage where day < ?",
    )
    expect((await left.bind(dayAgo(1)).all()).results).toEqual([
      { day: dayAgo(6) },
      { day: dayAgo(6) },
    ])
  })
})

it('an account that a copy of the database brought back is erased again', async () => {
  await member.generate()
  const owner = await ownerKey(member.id)
  const copied = await env.DB.prepare('select * from owners where owner_key = ?')
    .bind(owner)
    .first<{ first_generation_at: string }>()
  const before = copied?.first_generation_at ?? ''
  const erasedAt = (when: number) => [{ ownerKey: owner, erasedAt: new Date(when).toISOString() }]
  expect(await exports.GenerationLedger.eraseReturned(erasedAt(Date.parse(before) - 1))).toBe(0)
  expect(await member.count('generations')).toBe(1)
  expect(await exports.GenerationLedger.eraseReturned(erasedAt(Date.now() + 1))).toBe(1)
  expect(await member.count('generations')).toBe(0)
  expect(await exports.GenerationLedger.eraseReturned(erasedAt(Date.now() + 1))).toBe(0)
})

it('an erased account loses its generations, references and running calls, and nothing is saved afterwards', async () => {
  await member.uploadReference()
  const id = await member.startHanging()
  await exports.GenerationLedger.eraseMember(member.id)
  expect((await member.call(`/generations/${id}`)).status).toBe(404)
  for (const table of ['generations', 'reference_images', 'member_usage']) {
    expect(await member.count(table)).toBe(0)
  }
  expect(
    (await env.REFERENCES.list({ prefix: `owners/${await ownerKey(member.id)}/` })).objects,
  ).toEqual([])
  expect(
    (await library.inspect()).saved.filter(({ design }) => design.userId === member.id),
  ).toEqual([])
})
