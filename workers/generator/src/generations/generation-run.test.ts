import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { insertPngChunks, pngChunk } from '@encre/picture/png'
import { ownerKey } from '@encre/worker/member'
import { describe, expect, it, vi } from 'vitest'
import { saveTimeoutMs } from '../lifetimes.ts'
import {
  answerLikeOpenAi,
  deleteModels,
  designPng,
  eventually,
  imageAnswer,
  library,
  libraryCalls,
  member,
  provider,
  readGeneration,
  refuse,
} from '../testing.ts'
import { stalledAfterMs } from './generations-cleanup.ts'
import { maxSaveWaitSeconds } from './offer-design.ts'
import { downloadTimeoutMs, missingTimeoutMs, slowDownloadMs } from './run-steps.ts'
import { saveAddress } from './run-storage.ts'
import { moveGeneration } from './stored-generation.ts'
import {
  acceptOnly,
  alarmInMs,
  endWait,
  listStored,
  passMinutes,
  recordCall,
  restart,
  setUpdated,
  stateOf,
  storeImage,
  usedBySite,
  waitForAlarm,
} from './testing.ts'

it('a run after a crash: interrupts a generation whose call has no stored answer: it does not call again, and only the site is billed', async () => {
  const id = await acceptOnly(member.id)
  await recordCall(id)
  const used = await usedBySite()
  await restart(id)
  expect(await member.waitForEnd(id)).toMatchObject({
    state: 'interrupted',
    problem: null,
    design: null,
  })
  expect(provider.calls).toEqual([])
  expect([await member.quotaUsed(), await usedBySite()]).toEqual([0, used])
})

it.each(['calling', 'storing'])(
  'a run after a crash: continues with the stored image while %s, and keeps nothing once the design is saved',
  async (state) => {
    const id = await acceptOnly(member.id)
    const calling = await recordCall(id)
    await storeImage(id)
    if (calling && state === 'storing')
      await moveGeneration(env.DB, calling, { to: 'storing', outcome: 'image' })
    expect(await stateOf(id)).toBe(state)
    await restart(id)
    expect(await member.waitForEnd(id)).toMatchObject({
      state: 'done',
      design: { prompt: 'stored' },
    })
    expect(provider.calls).toEqual([])
    // The privacy page says so.
    await eventually(async () => expect(await listStored(id)).toEqual([]))
  },
)

it('a run after a crash: downloads the image from the stored address without another call', async () => {
  const id = await acceptOnly(member.id)
  await recordCall(id, 'dall-e-3')
  const address = {
    url: 'https://images.provider.test/stored.png',
    model: 'dall-e-3',
    prompt: 'stored',
  }
  await runInDurableObject(env.RUNS.getByName(id), (_, { storage }) =>
    saveAddress(storage.kv, address),
  )
  provider.answer = async () => new Response(designPng)
  await restart(id)
  expect(await member.waitForEnd(id)).toMatchObject({
    state: 'done',
    design: { prompt: 'stored', model: 'dall-e-3' },
  })
  expect(provider.calls.map(({ path }) => path)).toEqual(['/stored.png'])
})

it('a run after a crash: keeps what the manifest of the provider’s file declares about its origin', async () => {
  const source =
    'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia'
  const manifest = pngChunk('caBX', new TextEncoder().encode(source))
  provider.answer = async () => imageAnswer(insertPngChunks(designPng, [manifest]))
  expect(await member.generate()).toMatchObject({ state: 'done', design: { origin: 'composed' } })
})

it('a run after a crash: is started by the next reader if it never started, or by the sweep if nobody reads it', async () => {
  const read = await acceptOnly(member.id)
  const unread = await acceptOnly('auth0|unread')
  await setUpdated(read, 2 * stalledAfterMs)
  expect((await member.waitForEnd(read)).state).toBe('done')
  await setUpdated(unread, 2 * stalledAfterMs)
  expect(await exports.default.sweep()).toMatchObject({ restarted: 1 })
  await eventually(async () => expect(await stateOf(unread)).toBe('done'))
})

it('a run after a crash: is not started twice while it waits for the provider', async () => {
  let mayAnswer = false
  provider.answer = async (body, request) => {
    while (!mayAnswer) {
      await scheduler.wait(10)
    }
    return answerLikeOpenAi(body, request)
  }
  const { id } = await member.start()
  await member.waitFor(id, 'calling')
  await setUpdated(id, 2 * stalledAfterMs)
  await exports.default.sweep()
  await runDurableObjectAlarm(env.RUNS.getByName(id))
  expect(await stateOf(id)).toBe('calling')
  mayAnswer = true
  expect((await member.waitForEnd(id)).state).toBe('done')
  expect(provider.calls).toHaveLength(1)
})

const answerBusy = (busyAnswers: number, headers: Record<string, string> = {}, status = 429) => {
  provider.answer = async (body, request) =>
    provider.calls.length <= busyAnswers
      ? refuse(status, 'rate_limit_exceeded', '', headers)
      : answerLikeOpenAi(body, request)
}
const startWaiting = async (
  busyAnswers = 1,
  headers: Record<string, string> = {},
  status = 429,
) => {
  answerBusy(busyAnswers, headers, status)
  const { id } = await member.start()
  await waitForAlarm(id)
  return id
}
const read = async (id: string) => readGeneration(await member.call(`/generations/${id}`))

it.each([{ 'retry-after': '400' }, { 'retry-after-ms': '400000' }] as Record<string, string>[])(
  'a busy provider: is called again after the time that it asks for: %o',
  async (header) => {
    const id = await startWaiting(1, header)
    expect(await alarmInMs(id)).toBeGreaterThan(395_000)
    expect(await stateOf(id)).toBe('queued')
    await endWait(id)
    expect((await member.waitForEnd(id)).state).toBe('done')
    expect(provider.calls).toHaveLength(2)
  },
)

it.each([429, 503])(
  'a busy provider: (%d) is told to the page until the next call',
  async (status) => {
    const id = await startWaiting(1, {}, status)
    expect(await read(id)).toMatchObject({
      state: 'queued',
      waiting: true,
      problem: null,
      counted: true,
    })
    await endWait(id)
    expect(await member.waitForEnd(id)).toMatchObject({ state: 'done', waiting: false })
  },
)

it('a busy provider: is waited for by the alarm alone, which neither a start nor a lost alarm brings forward', async () => {
  const id = await startWaiting(1, { 'retry-after': '40' })
  const run = env.RUNS.getByName(id)
  await run.start(id)
  await runInDurableObject(run, (_, { storage }) => storage.deleteAlarm())
  await run.start(id)
  await eventually(async () => expect(await alarmInMs(id)).toBeGreaterThan(30_000))
  expect([provider.calls.length, await stateOf(id)]).toEqual([1, 'queued'])
})

it('a busy provider: without a time of its own is asked less and less often, and by no two generations at once', async () => {
  answerBusy(Number.POSITIVE_INFINITY)
  const random = vi.spyOn(Math, 'random')
  const waitsOf = async (id: string) => {
    const seconds = []
    for (let wait = 0; wait < 8; wait++) {
      await waitForAlarm(id)
      seconds.push(Math.ceil(((await alarmInMs(id)) ?? 0) / 1000))
      const { length } = provider.calls
      await endWait(id)
      await eventually(async () => expect(provider.calls).toHaveLength(length + 1))
    }
    return seconds
  }
  random.mockReturnValue(0)
  expect(await waitsOf((await member.start()).id)).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
  random.mockReturnValue(0.999)
  expect(await waitsOf((await member.start()).id)).toEqual([3, 6, 12, 24, 48, 90, 90, 90])
})

it('a busy provider: fails the generation after ten minutes, unbilled', async () => {
  const id = await startWaiting(Number.POSITIVE_INFINITY)
  await passMinutes(id, 9)
  await waitForAlarm(id)
  expect(await stateOf(id)).toBe('queued')
  await passMinutes(id, 1)
  expect(await member.waitForEnd(id)).toMatchObject({
    state: 'failed',
    problem: 'provider-busy',
    waiting: false,
    counted: false,
  })
  expect(await member.quotaUsed()).toBe(0)
})

it('a busy provider: takes one of the member’s calls for the whole wait, and none from those that learn what the server takes', async () => {
  answerBusy(12)
  const { id } = await member.start()
  for (let call = 1; call <= 12; call++) {
    await waitForAlarm(id)
    await endWait(id)
    await eventually(async () => expect(provider.calls).toHaveLength(call + 1))
  }
  expect((await member.waitForEnd(id)).state).toBe('done')
  const calls = await env.DB.prepare('select calls from owner_usage where owner_key = ?')
    .bind(await ownerKey(member.id))
    .first('calls')
  expect([calls, await member.quotaUsed()]).toEqual([1, 1])
})

it('a busy provider: costs nothing to a member who cancels while it waits', async () => {
  const id = await startWaiting()
  const cancelled = await member.call(`/generations/${id}`, { method: 'DELETE' })
  expect(await cancelled.json()).toMatchObject({
    state: 'cancelled',
    waiting: false,
    counted: false,
  })
  expect([await alarmInMs(id), await member.quotaUsed()]).toEqual([null, 0])
})

it('a busy provider: is not asked again with a model that refused before', async () => {
  await deleteModels()
  provider.answer = async (body, request) => {
    if (body.model === 'dall-e-3') return refuse(403, 'forbidden', 'The organization is unknown.')
    return provider.calls.length <= 2
      ? refuse(429, 'rate_limit_exceeded')
      : answerLikeOpenAi(body, request)
  }
  const { id } = await member.start()
  await waitForAlarm(id)
  await endWait(id)
  expect((await member.waitForEnd(id)).state).toBe('done')
  expect(provider.calls.map(({ body }) => body.model)).toEqual([
    'dall-e-3',
    'gpt-image-2.5-flare',
    'gpt-image-2.5-flare',
  ])
})

describe('a gallery that does not answer', () => {
  const listSaves = async () => (await libraryCalls()).filter((name) => name === 'saveDesign')

  it('gets the image later, without another call to the provider', async () => {
    await library.failSaves(1)
    expect((await member.generate()).state).toBe('done')
    expect(provider.calls).toHaveLength(1)
  })

  it('fails the generation after a day, and only the site is billed', async () => {
    await library.failSaves(100)
    const { id } = await member.start()
    const runAgain = async () => {
      const { length } = await listSaves()
      await eventually(async () =>
        expect(await runDurableObjectAlarm(env.RUNS.getByName(id))).toBe(true),
      )
      await eventually(async () => expect(await listSaves()).toHaveLength(length + 1))
    }
    for (let save = 1; save <= 12; save++) {
      await runAgain()
    }
    expect(await stateOf(id)).toBe('storing')
    await eventually(async () =>
      expect(await alarmInMs(id)).toBeGreaterThan((maxSaveWaitSeconds - 100) * 1000),
    )
    expect(await alarmInMs(id)).toBeLessThanOrEqual(maxSaveWaitSeconds * 1000)

    const used = await usedBySite()
    const acceptedAt = new Date(Date.now() - saveTimeoutMs).toISOString()
    await env.DB.prepare('update generations set created_at = ? where id = ?')
      .bind(acceptedAt, id)
      .run()
    await runAgain()
    expect(await member.waitForEnd(id)).toMatchObject({ state: 'failed', problem: 'save-failed' })
    expect([await member.quotaUsed(), await usedBySite()]).toEqual([0, used])
  })
})

describe('an address that does not answer', () => {
  const address = 'http://localhost:9799/image.png'
  const answerAddress = async (body: Record<string, unknown>, status: number) =>
    body.model
      ? Response.json({ data: [{ url: address }] })
      : new Response(status === 200 ? designPng : 'busy', { status })
  const read = async (id: string) => (await member.call(`/generations/${id}`)).json()
  const startUntilRetry = async (status: number) => {
    provider.answer = (body) => answerAddress(body, status)
    const { id } = await member.start()
    await eventually(async () =>
      expect(provider.calls.filter(({ path }) => path === '/image.png')).toHaveLength(2),
    )
    await eventually(async () => expect(await alarmInMs(id)).not.toBeNull())
    return id
  }

  it.each([408, 429, 500, 503])(
    'with %d is tried again later, because the image is billed',
    async (status) => {
      const id = await startUntilRetry(status)
      expect(await stateOf(id)).toBe('calling')
      provider.answer = (body) => answerAddress(body, 200)
      await runDurableObjectAlarm(env.RUNS.getByName(id))
      expect((await member.waitForEnd(id)).state).toBe('done')
      expect(provider.calls.filter(({ path }) => path.startsWith('/v1/images'))).toHaveLength(1)
    },
  )

  it('is told to the page after 30 s, and from then on a cancellation is free for the member', async () => {
    const id = await startUntilRetry(503)
    expect(await read(id)).toMatchObject({ state: 'calling', problem: null })
    await setUpdated(id, slowDownloadMs)
    await runDurableObjectAlarm(env.RUNS.getByName(id))
    await eventually(async () =>
      expect(await read(id)).toMatchObject({ state: 'calling', problem: 'provider-unavailable' }),
    )
    await eventually(async () => expect(await alarmInMs(id)).not.toBeNull())
    const used = await usedBySite()
    const cancelled = await member.call(`/generations/${id}`, { method: 'DELETE' })
    expect(await cancelled.json()).toMatchObject({
      state: 'cancelled',
      problem: null,
      counted: false,
    })
    expect([await member.quotaUsed(), await usedBySite()]).toEqual([0, used])
  })

  it('fails the generation once the provider deletes its images, and only the site is billed', async () => {
    const id = await startUntilRetry(503)
    const used = await usedBySite()
    await setUpdated(id, downloadTimeoutMs)
    await runDurableObjectAlarm(env.RUNS.getByName(id))
    expect(await member.waitForEnd(id)).toMatchObject({
      state: 'failed',
      problem: 'provider-unavailable',
    })
    expect([await member.quotaUsed(), await usedBySite()]).toEqual([0, used])
  })
})

it('an address that does not answer: with 404 is not there yet for a minute, and then never', async () => {
  const url = 'http://localhost:9799/image.png'
  provider.answer = async (body) =>
    body.model ? Response.json({ data: [{ url }] }) : new Response(null, { status: 404 })
  const { id } = await member.start()
  await waitForAlarm(id)
  expect(await stateOf(id)).toBe('calling')
  const run = env.RUNS.getByName(id)
  await runInDurableObject(run, (_, { storage }) =>
    saveAddress(storage.kv, {
      url,
      model: 'm',
      prompt: 'p',
      at: Date.now() - missingTimeoutMs,
    }),
  )
  await runDurableObjectAlarm(run)
  expect(await member.waitForEnd(id)).toMatchObject({ problem: 'invalid-image', counted: false })
})
