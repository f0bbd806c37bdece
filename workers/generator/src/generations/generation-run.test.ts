import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { insertPngChunks, pngChunk } from '@encre/protocol/png'
import { describe, expect, it } from 'vitest'
import { saveTimeoutMs } from '../lifetimes.ts'
import { answerLikeOpenAi, designPng, eventually, imageAnswer, library, member, provider, refuse } from '../testing.ts'
import { stalledAfterMs } from './generations-cleanup.ts'
import { downloadTimeoutMs, slowDownloadMs } from './run-steps.ts'
import { saveAddress } from './run-storage.ts'
import { maxSaveWaitSeconds } from './save-design.ts'
import { moveGeneration } from './stored-generation.ts'
import { acceptOnly, alarmInMs, listStored, recordCall, restart, setUpdated, stateOf, storeImage, usedBySite } from './testing.ts'

describe('a run after a crash', () => {
  it('interrupts a generation whose call has no stored answer: it does not call again, and only the site is billed', async () => {
    const id = await acceptOnly(member.id)
    await recordCall(id)
    const used = await usedBySite()
    await restart(id)
    expect(await member.waitForEnd(id)).toMatchObject({ state: 'interrupted', problem: null, design: null })
    expect(provider.calls).toEqual([])
    expect([await member.quotaUsed(), await usedBySite()]).toEqual([0, used])
  })

  it.each(['calling', 'storing'])('continues with the stored image while %s, and keeps nothing once the design is saved', async (state) => {
    const id = await acceptOnly(member.id)
    const calling = await recordCall(id)
    await storeImage(id)
    if (calling && state === 'storing') await moveGeneration(env.DB, calling, { to: 'storing', outcome: 'image' })
    expect(await stateOf(id)).toBe(state)
    await restart(id)
    expect(await member.waitForEnd(id)).toMatchObject({ state: 'done', design: { prompt: 'stored' } })
    expect(provider.calls).toEqual([])
    // The privacy page says so.
    await eventually(async () => expect(await listStored(id)).toEqual([]))
  })

  it('downloads the image from the stored address without another call', async () => {
    const id = await acceptOnly(member.id)
    await recordCall(id, 'dall-e-3')
    const address = { url: 'https://images.provider.test/stored.png', model: 'dall-e-3', prompt: 'stored' }
    await runInDurableObject(env.RUNS.getByName(id), (_, { storage }) => saveAddress(storage.kv, address))
    provider.answer = async () => new Response(designPng)
    await restart(id)
    expect(await member.waitForEnd(id)).toMatchObject({ state: 'done', design: { prompt: 'stored', model: 'dall-e-3' } })
    expect(provider.calls.map(({ path }) => path)).toEqual(['/stored.png'])
  })

  it('keeps what the manifest of the provider’s file declares about its origin', async () => {
    const source = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia'
    const manifest = pngChunk('caBX', new TextEncoder().encode(source))
    provider.answer = async () => imageAnswer(insertPngChunks(designPng, [manifest]))
    expect(await member.generate()).toMatchObject({ state: 'done', design: { origin: 'composed' } })
  })

  it('is started by the next reader if it never started, or by the sweep if nobody reads it', async () => {
    const [read, unread] = [await acceptOnly(member.id), await acceptOnly('auth0|unread')]
    await setUpdated(read, 2 * stalledAfterMs)
    expect((await member.waitForEnd(read)).state).toBe('done')
    await setUpdated(unread, 2 * stalledAfterMs)
    expect(await exports.default.sweep()).toMatchObject({ restarted: 1 })
    await eventually(async () => expect(await stateOf(unread)).toBe('done'))
  })

  it('is not started twice while it waits for the provider', async () => {
    let mayAnswer = false
    provider.answer = async (body, request) => {
      while (!mayAnswer) await scheduler.wait(10)
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
})

const waits = [{ 'retry-after': '40' }, { 'retry-after-ms': '40000' }] as Record<string, string>[]
it.each(waits)('calls a busy provider again after the time that it asks for: %o', async (header) => {
  provider.answer = async (body, request) =>
    provider.calls.length === 1 ? refuse(429, 'rate_limit_exceeded', '', header) : answerLikeOpenAi(body, request)
  const { id } = await member.start()
  await eventually(async () => expect(await alarmInMs(id)).toBeGreaterThan(35_000))
  expect(await stateOf(id)).toBe('queued')
  // Another start does not shorten the wait.
  await env.RUNS.getByName(id).start(id)
  expect(provider.calls).toHaveLength(1)
  await runDurableObjectAlarm(env.RUNS.getByName(id))
  expect((await member.waitForEnd(id)).state).toBe('done')
})

describe('a gallery that does not answer', () => {
  it('gets the image later, without another call to the provider', async () => {
    await library.failSaves(1)
    expect((await member.generate()).state).toBe('done')
    expect(provider.calls).toHaveLength(1)
  })

  it('fails the generation after a day, and only the site is billed', async () => {
    await library.failSaves(100)
    const { id } = await member.start()
    const runAgain = async () => {
      const { saves } = await library.inspect()
      await eventually(async () => expect(await runDurableObjectAlarm(env.RUNS.getByName(id))).toBe(true))
      await eventually(async () => expect((await library.inspect()).saves).toBe(saves + 1))
    }
    for (let save = 1; save <= 12; save++) await runAgain()
    expect(await stateOf(id)).toBe('storing')
    await eventually(async () => expect(await alarmInMs(id)).toBeGreaterThan((maxSaveWaitSeconds - 100) * 1000))
    expect(await alarmInMs(id)).toBeLessThanOrEqual(maxSaveWaitSeconds * 1000)

    const used = await usedBySite()
    const acceptedAt = new Date(Date.now() - saveTimeoutMs).toISOString()
    await env.DB.prepare('update generations set created_at = ? where id = ?').bind(acceptedAt, id).run()
    await runAgain()
    expect(await member.waitForEnd(id)).toMatchObject({ state: 'failed', problem: 'save-failed' })
    expect([await member.quotaUsed(), await usedBySite()]).toEqual([0, used])
  })
})

describe('an address that does not answer', () => {
  const address = 'http://localhost:9799/image.png'
  const answerAddress = async (body: Record<string, unknown>, status: number) =>
    body.model ? Response.json({ data: [{ url: address }] }) : new Response(status === 200 ? designPng : 'busy', { status })
  const read = async (id: string) => (await member.call(`/generations/${id}`)).json()
  const startUntilRetry = async (status: number) => {
    provider.answer = (body) => answerAddress(body, status)
    const { id } = await member.start()
    await eventually(async () => expect(provider.calls.filter(({ path }) => path === '/image.png')).toHaveLength(2))
    await eventually(async () => expect(await alarmInMs(id)).not.toBeNull())
    return id
  }

  it.each([408, 429, 500, 503])('with %d is tried again later, because the image is billed', async (status) => {
    const id = await startUntilRetry(status)
    expect(await stateOf(id)).toBe('calling')
    provider.answer = (body) => answerAddress(body, 200)
    await runDurableObjectAlarm(env.RUNS.getByName(id))
    expect((await member.waitForEnd(id)).state).toBe('done')
    expect(provider.calls.filter(({ path }) => path.startsWith('/v1/images'))).toHaveLength(1)
  })

  it('is told to the page after 30 s, and from then on a cancellation is free for the member', async () => {
    const id = await startUntilRetry(503)
    expect(await read(id)).toMatchObject({ state: 'calling', problem: null })
    await setUpdated(id, slowDownloadMs)
    await runDurableObjectAlarm(env.RUNS.getByName(id))
    await eventually(async () => expect(await read(id)).toMatchObject({ state: 'calling', problem: 'provider-unavailable' }))
    await eventually(async () => expect(await alarmInMs(id)).not.toBeNull())
    const used = await usedBySite()
    const cancelled = await member.call(`/generations/${id}`, { method: 'DELETE' })
    expect(await cancelled.json()).toMatchObject({ state: 'cancelled', problem: null, counted: false })
    expect([await member.quotaUsed(), await usedBySite()]).toEqual([0, used])
  })

  it('fails the generation once the provider deletes its images, and only the site is billed', async () => {
    const id = await startUntilRetry(503)
    const used = await usedBySite()
    await setUpdated(id, downloadTimeoutMs)
    await runDurableObjectAlarm(env.RUNS.getByName(id))
    expect(await member.waitForEnd(id)).toMatchObject({ state: 'failed', problem: 'provider-unavailable' })
    expect([await member.quotaUsed(), await usedBySite()]).toEqual([0, used])
  })
})
