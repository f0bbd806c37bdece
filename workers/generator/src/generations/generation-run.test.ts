import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/owner-key'
import { describe, expect, it, vi } from 'vitest'
import { GenerationRequest } from '../contract.ts'
import { rememberMissingModel } from '../providers/models-store.ts'
import {
  answerLikeOpenAi,
  callAs,
  eventually,
  generationRequest,
  hang,
  library,
  newMember,
  pngOf,
  provider,
  readGeneration,
  refuse,
  startGeneration,
  waitForEnd,
  waitForState,
  wholePng,
} from '../testing.ts'
import { acceptGeneration, beginAttempt, moveGeneration } from './generations-store.ts'
import { keepAddress, keepResult } from './result-storage.ts'

const minuteAgo = () => new Date(Date.now() - 60_000).toISOString()

describe('a run that a crash cut off', () => {
  it('is interrupted when it was calling: nobody asks again, and it does not count', async () => {
    const member = newMember()
    const id = await acceptOnly(member)
    await beginAttempt(env.DB, id, { model: 'gpt-image-2.5-flare', transparent: false })
    const used = await usedBySite()
    await restart(id)
    expect(await waitForEnd(member, id)).toMatchObject({ state: 'interrupted', problem: null, design: null })
    expect(provider.calls).toEqual([])
    // The member is not the cause; the provider may bill it all the same.
    expect([await quotaUsed(member), await usedBySite()]).toEqual([0, used])
  })

  it('goes on with the image that had arrived', async () => {
    const member = newMember()
    const id = await acceptOnly(member)
    await beginAttempt(env.DB, id, { model: 'gpt-image-2.5-flare', transparent: false })
    await keepImage(id)
    await restart(id)
    expect(await waitForEnd(member, id)).toMatchObject({ state: 'done', design: { prompt: 'kept' } })
    expect(provider.calls).toEqual([])
  })

  it('fetches the image from the address that had arrived, without another call', async () => {
    const member = newMember()
    const id = await acceptOnly(member)
    await beginAttempt(env.DB, id, { model: 'dall-e-3', transparent: false })
    const address = { url: 'https://images.provider.test/kept.png', model: 'dall-e-3', prompt: 'kept' }
    await runInDurableObject(env.RUNS.getByName(id), (_, { storage }) => keepAddress(storage.kv, address))
    provider.answer = async () => new Response(pngOf(1024, 1024))
    await restart(id)
    expect(await waitForEnd(member, id)).toMatchObject({ state: 'done', design: { prompt: 'kept', model: 'dall-e-3' } })
    expect(provider.calls.map(({ path }) => path)).toEqual(['/kept.png'])
  })

  it('stores again what it was storing', async () => {
    const member = newMember()
    const id = await acceptOnly(member)
    await beginAttempt(env.DB, id, { model: 'gpt-image-2.5-flare', transparent: false })
    await keepImage(id)
    await moveGeneration(env.DB, id, { from: ['calling'], to: 'storing', outcome: 'image' })
    await restart(id)
    expect((await waitForEnd(member, id)).state).toBe('done')
    expect(provider.calls).toEqual([])
  })

  it('is started by whoever reads it when it was accepted and never started', async () => {
    const member = newMember()
    const id = await acceptOnly(member)
    await env.DB.prepare('update generations set updated_at = ? where id = ?').bind(minuteAgo(), id).run()
    expect((await waitForEnd(member, id)).state).toBe('done')
  })

  it('is started by the sweep', async () => {
    const id = await acceptOnly(newMember())
    await env.DB.prepare('update generations set updated_at = ? where id = ?').bind(minuteAgo(), id).run()
    expect(await exports.default.sweep()).toMatchObject({ rearmed: 1 })
    await eventually(async () => expect(await stateOf(id)).toBe('done'))
  })

  it('is left alone while it waits for the provider', async () => {
    const member = newMember()
    let mayAnswer = false
    provider.answer = async (body, request) => {
      while (!mayAnswer) await scheduler.wait(10)
      return answerLikeOpenAi(body, request)
    }
    await rememberMissingModel(env, 'dall-e-3')
    const { id } = await startGeneration(member)
    await waitForState(member, id, 'calling')
    await env.DB.prepare('update generations set updated_at = ? where id = ?').bind(minuteAgo(), id).run()
    await exports.default.sweep()
    await runDurableObjectAlarm(env.RUNS.getByName(id))
    expect(await stateOf(id)).toBe('calling')
    mayAnswer = true
    expect((await waitForEnd(member, id)).state).toBe('done')
    expect(provider.calls).toHaveLength(1)
  })
})

describe('a provider that is busy', () => {
  it('is asked again after the time that it names', async () => {
    const member = newMember()
    let calls = 0
    provider.answer = async (body, request) =>
      calls++ === 0 ? refuse(429, 'rate_limit_exceeded', '', { 'retry-after': '40' }) : answerLikeOpenAi(body, request)
    const { id } = await startGeneration(member)
    const wait = await eventually(async () => {
      const alarm = await runInDurableObject(env.RUNS.getByName(id), (_, state) => state.storage.getAlarm())
      expect(calls).toBe(1)
      return (alarm ?? 0) - Date.now()
    })
    expect(wait).toBeGreaterThan(35_000)
    expect(await stateOf(id)).toBe('queued')
    // Neither a reader nor the sweep shortens the wait.
    await env.RUNS.getByName(id).start(id)
    expect(calls).toBe(1)
    await runDurableObjectAlarm(env.RUNS.getByName(id))
    expect((await waitForEnd(member, id)).state).toBe('done')
  })

  it('is given up after three waits, and it does not count', async () => {
    const member = newMember()
    provider.answer = async () => refuse(503, 'overloaded', '', { 'retry-after': '30' })
    const { id } = await startGeneration(member)
    for (let call = 1; call <= 3; call++) {
      await eventually(async () => expect([provider.calls.length, await stateOf(id)]).toEqual([call, 'queued']))
      await eventually(async () => expect(await runDurableObjectAlarm(env.RUNS.getByName(id))).toBe(true))
    }
    expect(await waitForEnd(member, id)).toMatchObject({ state: 'failed', problem: 'provider-unavailable' })
    expect(provider.calls).toHaveLength(4)
    expect(await quotaUsed(member)).toBe(0)
  })
})

describe('an endpoint that does not stream', () => {
  it('is asked for the whole answer, and only the first member waits for its refusal', async () => {
    await rememberMissingModel(env, 'dall-e-3')
    provider.answer = async (body, request) =>
      body.stream ? refuse(400, 'unknown_parameter', "Unknown parameter: 'stream'.") : answerLikeOpenAi(body, request)
    for (const streams of [[true, undefined], [undefined]]) {
      provider.calls = []
      const member = newMember()
      expect((await waitForEnd(member, (await startGeneration(member)).id)).state).toBe('done')
      expect(provider.calls.map(({ body }) => body.stream)).toEqual(streams)
    }
  })

  it('is not asked a third time', async () => {
    await rememberMissingModel(env, 'dall-e-3')
    provider.answer = async () => refuse(400, 'unknown_parameter', "Unknown parameter: 'stream'.")
    const member = newMember()
    expect(await waitForEnd(member, (await startGeneration(member)).id)).toMatchObject({ problem: 'provider-misconfigured' })
    expect(provider.calls).toHaveLength(2)
  })
})

describe('a generation that ended', () => {
  it('is removed after thirty days, and its design stays', async () => {
    const member = newMember()
    const { id } = await startGeneration(member)
    await waitForEnd(member, id)
    await touchedBefore(id, 29)
    await exports.default.sweep()
    expect(await stateOf(id)).toBe('done')
    await touchedBefore(id, 31)
    expect(await exports.default.sweep()).toMatchObject({ generations: 1 })
    expect((await callAs(member, `/generations/${id}`)).status).toBe(404)
    expect(await env.DB.prepare('select count(*) as count from attempts where generation_id = ?').bind(id).first('count')).toBe(0)
    expect(await library.findDesign(member, id)).not.toBeNull()
  })

  it('stays while it runs, however old it is', async () => {
    const member = newMember()
    const id = await acceptOnly(member)
    await touchedBefore(id, 31)
    expect(await exports.default.sweep()).toMatchObject({ generations: 0, rearmed: 1 })
    expect((await waitForEnd(member, id)).state).toBe('done')
  })
})

describe('a gallery that is down', () => {
  it('gets the image later, without another call to the provider', async () => {
    const member = newMember()
    await library.failSaves(1)
    const { id } = await startGeneration(member)
    expect((await waitForEnd(member, id)).state).toBe('done')
    expect(provider.calls.filter(({ body }) => body.model === 'gpt-image-2.5-flare')).toHaveLength(1)
  })

  it('is given up after a day, and only the site pays', async () => {
    const member = newMember()
    await library.failSaves(100)
    const { id } = await startGeneration(member)
    const saves = async () => (await library.inspect()).saves
    const runAgain = async () => {
      const before = await saves()
      await eventually(async () => expect(await runDurableObjectAlarm(env.RUNS.getByName(id))).toBe(true))
      await eventually(async () => expect(await saves()).toBe(before + 1))
    }
    for (let save = 1; save <= 12; save++) await runAgain()
    expect(await stateOf(id)).toBe('storing')
    const pause = await runInDurableObject(env.RUNS.getByName(id), async (_, { storage }) => ((await storage.getAlarm()) ?? 0) - Date.now())
    expect(pause).toBeLessThanOrEqual(300_000)
    expect(pause).toBeGreaterThan(200_000)

    const used = await usedBySite()
    await env.DB.prepare("update generations set created_at = '2026-01-01T00:00:00.000Z' where id = ?").bind(id).run()
    await runAgain()
    expect(await waitForEnd(member, id)).toMatchObject({ state: 'failed', problem: 'save-failed' })
    expect([await quotaUsed(member), await usedBySite()]).toEqual([0, used])
  })
})

describe('an address that does not answer', () => {
  const address = 'http://localhost:9799/image.png'
  const answerAddress = async (body: Record<string, unknown>, status: number) =>
    body.model ? Response.json({ data: [{ url: address }] }) : new Response(status === 200 ? pngOf(1024, 1024) : 'busy', { status })

  it.each([408, 429, 500, 503])('with %d is fetched again later: the image was paid for', async (status) => {
    const member = newMember()
    provider.answer = (body) => answerAddress(body, status)
    const { id } = await startGeneration(member)
    await eventually(async () => expect(provider.calls.filter(({ path }) => path === '/image.png')).toHaveLength(3))
    await eventually(async () => expect(await alarmOf(id)).toBeGreaterThan(0))
    expect(await stateOf(id)).toBe('calling')
    provider.answer = (body) => answerAddress(body, 200)
    await runDurableObjectAlarm(env.RUNS.getByName(id))
    expect((await waitForEnd(member, id)).state).toBe('done')
    expect(provider.calls.filter(({ path }) => path.startsWith('/v1/images'))).toHaveLength(1)
  })

  it('is given up when the provider keeps the image no longer, and only the site pays', async () => {
    const member = newMember()
    provider.answer = (body) => answerAddress(body, 503)
    const { id } = await startGeneration(member)
    await eventually(async () => expect(provider.calls.filter(({ path }) => path === '/image.png')).toHaveLength(3))
    await eventually(async () => expect(await alarmOf(id)).toBeGreaterThan(0))
    const used = await usedBySite()
    await env.DB.prepare('update generations set updated_at = ? where id = ?')
      .bind(new Date(Date.now() - 3_600_000).toISOString(), id)
      .run()
    await runDurableObjectAlarm(env.RUNS.getByName(id))
    expect(await waitForEnd(member, id)).toMatchObject({ state: 'failed', problem: 'provider-unavailable' })
    expect([await quotaUsed(member), await usedBySite()]).toEqual([0, used])
  })
})

describe('a member who cancels', () => {
  it('ends the call and keeps nothing; it counts, because the provider may bill it', async () => {
    const member = newMember()
    provider.answer = hang
    const { id } = await startGeneration(member)
    await waitForState(member, id, 'calling')
    const cancelled = await callAs(member, `/generations/${id}`, { method: 'DELETE' })
    expect([cancelled.status, await cancelled.json()]).toMatchObject([200, { state: 'cancelled', design: null }])
    expect(await quotaUsed(member)).toBe(1)
    expect((await library.inspect()).kept.filter(({ design }) => design.id === id)).toEqual([])
    expect(await runInDurableObject(env.RUNS.getByName(id), (_, state) => state.storage.list())).toEqual(new Map())
  })

  it('before the call pays nothing', async () => {
    const member = newMember()
    const id = await acceptOnly(member)
    await callAs(member, `/generations/${id}`, { method: 'DELETE' })
    await restart(id)
    expect(await stateOf(id)).toBe('cancelled')
    expect([provider.calls.length, await quotaUsed(member)]).toEqual([0, 0])
  })

  it('is heard although it moves on at that moment', async () => {
    const member = newMember()
    const id = await acceptOnly(member)
    const batch = env.DB.batch.bind(env.DB)
    vi.spyOn(env.DB, 'batch').mockImplementationOnce(async (statements: D1PreparedStatement[]) => {
      await env.DB.prepare("update generations set state = 'calling' where id = ?").bind(id).run()
      return batch(statements)
    })
    const answer = await callAs(member, `/generations/${id}`, { method: 'DELETE' })
    expect(await answer.json()).toMatchObject({ state: 'cancelled' })
    expect(await quotaUsed(member)).toBe(1)
  })

  it('too late gets the design', async () => {
    const member = newMember()
    const { id } = await startGeneration(member)
    await waitForEnd(member, id)
    const answer = await callAs(member, `/generations/${id}`, { method: 'DELETE' })
    expect(await answer.json()).toMatchObject({ state: 'done', design: { id } })
  })
})

describe('an account that is erased', () => {
  it('takes its generations, references and runs with it, and nothing is saved afterwards', async () => {
    const member = newMember()
    provider.answer = hang
    await callAs(member, '/references', { method: 'POST', body: wholePng })
    const { id } = await startGeneration(member)
    await waitForState(member, id, 'calling')
    await exports.GenerationLedger.eraseMember(member)
    expect((await callAs(member, `/generations/${id}`)).status).toBe(404)
    for (const table of ['generations', 'reference_images', 'usage']) {
      expect(await env.DB.prepare(`select count(*) as n from ${table} where member_id = ?`).bind(member).first('n')).toBe(0)
    }
    expect((await env.REFERENCES.list({ prefix: `owners/${await ownerKey(member)}/` })).objects).toEqual([])
    expect((await library.inspect()).kept.filter(({ design }) => design.userId === member)).toEqual([])
  })
})

it('a move that comes too late touches neither the attempt under way nor the reference', async () => {
  const member = newMember()
  const upload = await callAs(member, '/references', { method: 'POST', body: wholePng })
  const { id: referenceId } = await upload.json<{ id: string }>()
  const id = await acceptOnly(member)
  await env.DB.prepare('update generations set reference_id = ? where id = ?').bind(referenceId, id).run()
  await env.DB.prepare("update reference_images set expires_at = '2026-01-01' where id = ?").bind(referenceId).run()
  await beginAttempt(env.DB, id, { model: 'gpt-image-2.5-flare', transparent: false })

  expect(await moveGeneration(env.DB, id, { from: ['queued'], to: 'cancelled', outcome: 'cancelled' })).toBeNull()
  expect(await env.DB.prepare('select outcome from attempts where generation_id = ?').bind(id).first('outcome')).toBeNull()
  expect(await env.DB.prepare('select expires_at from reference_images where id = ?').bind(referenceId).first('expires_at')).toBe(
    '2026-01-01',
  )
})

it('writes one line per step, each with all that tells it apart', async () => {
  const lines = vi.spyOn(console, 'log')
  const member = newMember()
  await rememberMissingModel(env, 'dall-e-3')
  const accepted = await readGeneration(
    await callAs(member, '/generations', {
      method: 'POST',
      body: JSON.stringify(generationRequest()),
      headers: { 'idempotency-key': crypto.randomUUID(), 'x-composition-id': '5d02836769cb' },
    }),
  )
  await waitForEnd(member, accepted.id)
  const written = lines.mock.calls.map(([line]) => JSON.parse(String(line))).filter(({ event }) => event === 'generation')
  expect(written.map(({ step }) => step)).toEqual(['accepted', 'calling', 'answer', 'storing', 'save', 'done'])
  for (const line of written) {
    expect(line).toEqual({
      event: 'generation',
      at: expect.any(String),
      generationId: accepted.id,
      ownerKey: await ownerKey(member),
      requestId: accepted.requestId,
      composition: '5d02836769cb',
      step: expect.any(String),
      model: line.step === 'accepted' ? null : 'gpt-image-2.5-flare',
      ms: expect.any(Number),
      outcome: expect.any(String),
    })
  }
})

it('never writes the key or the member into a log line', async () => {
  const lines = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')]
  provider.answer = async () => refuse(401, 'invalid_api_key', `Incorrect API key provided: ${env.OPENAI_API_KEY}`)
  const member = newMember()
  await waitForEnd(member, (await startGeneration(member)).id)
  const written = JSON.stringify(lines.flatMap(({ mock }) => mock.calls))
  expect(written).toContain('invalid_api_key')
  expect(written).not.toContain(env.OPENAI_API_KEY)
  expect(written).not.toContain(member)
})

/** What a crash right after the answer leaves behind: a row that nobody runs. */
async function acceptOnly(memberId: string): Promise<string> {
  const id = crypto.randomUUID()
  await acceptGeneration(env.DB, {
    id,
    memberId,
    ownerKey: await ownerKey(memberId),
    idempotencyKey: crypto.randomUUID(),
    bodyHash: '',
    request: GenerationRequest.parse(generationRequest()),
    requestId: 'request',
    composition: null,
    limits: { perMember: 5, perSite: 200 },
  })
  return id
}

async function keepImage(id: string): Promise<void> {
  await runInDurableObject(env.RUNS.getByName(id), (_, state) => {
    const bytes = new Uint8Array(2_500_000)
    bytes.set(pngOf(1024, 1024))
    keepResult(state.storage.kv, {
      bytes,
      type: 'image/png',
      model: 'gpt-image-2.5-flare',
      prompt: 'kept',
      createdAt: new Date().toISOString(),
    })
  })
}

async function restart(id: string): Promise<void> {
  await env.RUNS.getByName(id).start(id)
  await runDurableObjectAlarm(env.RUNS.getByName(id))
}

function stateOf(id: string): Promise<string | null> {
  return env.DB.prepare('select state from generations where id = ?').bind(id).first<string>('state')
}

async function quotaUsed(member: string): Promise<number> {
  const { quota } = await (await callAs(member, '/options')).json<{ quota: { limit: number; left: number } }>()
  return quota.limit - quota.left
}

function usedBySite(): Promise<number | null> {
  return env.DB.prepare("select used from usage where member_id = '' order by day desc").first<number>('used')
}

function alarmOf(id: string): Promise<number> {
  return runInDurableObject(env.RUNS.getByName(id), async (_, { storage }) => (await storage.getAlarm()) ?? 0)
}

function touchedBefore(id: string, days: number) {
  const then = new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
  return env.DB.prepare('update generations set updated_at = ? where id = ?').bind(then, id).run()
}
