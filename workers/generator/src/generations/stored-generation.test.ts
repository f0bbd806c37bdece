import { env } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { expect, it, vi } from 'vitest'
import { GenerationRequest } from '../contract.ts'
import { generationRequest, member, provider, readGeneration, refuse } from '../testing.ts'
import { findGeneration } from './generations-store.ts'
import { beginAttempt, moveGeneration } from './stored-generation.ts'
import { acceptOnly, recordCall } from './testing.ts'

const attempt = { model: 'gpt-image-2.5-flare', transparent: false }

async function readEverything(id: string, referenceId: string) {
  const [generation, attempts, reference] = await Promise.all([
    findGeneration(env.DB, member.id, id),
    env.DB.prepare('select * from attempts where generation_id = ? order by number').bind(id).all(),
    env.DB.prepare('select expires_at from reference_images where id = ?')
      .bind(referenceId)
      .first('expires_at'),
  ])
  return { generation, attempts: attempts.results, reference }
}

async function acceptWithReference() {
  const referenceId = await member.uploadReference()
  await env.DB.prepare(
    "update reference_images set expires_at = '2026-01-01T00:00:00.000Z' where id = ?",
  )
    .bind(referenceId)
    .run()
  return {
    id: await acceptOnly(member.id, {
      request: GenerationRequest.parse(generationRequest({ referenceId })),
    }),
    referenceId,
  }
}

it('with an old version changes neither the generation, nor its attempt, nor its reference', async () => {
  const { id, referenceId } = await acceptWithReference()
  await recordCall(id)
  const before = await readEverything(id, referenceId)
  expect(
    await moveGeneration(
      env.DB,
      { id, version: 1 },
      { to: 'cancelled', billedTo: 'nobody', outcome: 'cancelled' },
    ),
  ).toBeNull()
  expect(await beginAttempt(env.DB, { id, version: 1 }, attempt)).toBeNull()
  expect(await readEverything(id, referenceId)).toEqual(before)
})

it('happens once when two moves of the same version arrive in the same millisecond', async () => {
  const { id, referenceId } = await acceptWithReference()
  const calling = await recordCall(id)
  if (!calling) throw new Error('the call was not recorded')
  const moves = await Promise.all([
    moveGeneration(env.DB, calling, { to: 'failed', problem: 'no-image', outcome: 'first' }),
    moveGeneration(env.DB, calling, {
      to: 'failed',
      problem: 'invalid-image',
      billedTo: 'nobody',
      outcome: 'second',
    }),
  ])
  expect(moves.filter((moved) => moved !== null)).toMatchObject([
    { version: 3, problem: 'no-image' },
  ])
  expect((await readEverything(id, referenceId)).attempts).toMatchObject([{ outcome: 'first' }])
})

it('calls the provider once when two runs begin an attempt at the same time', async () => {
  const id = await acceptOnly(member.id)
  const begun = await Promise.all(
    [1, 2].map(() => beginAttempt(env.DB, { id, version: 1 }, attempt)),
  )
  expect(begun.filter((generation) => generation !== null)).toMatchObject([
    { state: 'calling', attempt: 1 },
  ])
  const attempts = await env.DB.prepare('select number from attempts where generation_id = ?')
    .bind(id)
    .all()
  expect(attempts.results).toEqual([{ number: 1 }])
})

it('writes one line per step with the ids of generation, owner and request', async () => {
  const lines = vi.spyOn(console, 'log')
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
    'x-composition-id': '5d02836769cb',
  }
  const request = { method: 'POST', body: JSON.stringify(generationRequest()), headers }
  const accepted = await readGeneration(await member.call('/generations', request))
  await member.waitForEnd(accepted.id)
  const written = lines.mock.calls
    .map(([line]) => JSON.parse(String(line)))
    .filter(({ event }) => event === 'generation')
  expect(written.map(({ step }) => step)).toEqual([
    'accepted',
    'calling',
    'answer',
    'storing',
    'save',
    'done',
  ])
  for (const line of written) {
    expect(line).toMatchObject({
      generationId: accepted.id,
      ownerKey: await ownerKey(member.id),
      requestId: accepted.requestId,
      composition: '5d02836769cb',
      model: line.step === 'accepted' ? null : 'gpt-image-2.5-flare',
      ms: expect.any(Number),
    })
  }
})

it.each([
  ['insufficient_quota', 'provider-exhausted', true],
  ['moderation_blocked', 'moderation-blocked', false],
])('writes %s as an error: %s %s', async (code, problem, isError) => {
  const errors = vi.spyOn(console, 'error')
  provider.answer = async () => refuse(code === 'insufficient_quota' ? 429 : 400, code, 'no')
  await member.generate()
  const found = errors.mock.calls.map(([line]) => JSON.parse(String(line)))
  const expected = { problem, outcome: expect.stringContaining(code) }
  if (isError) expect(found).toContainEqual(expect.objectContaining(expected))
  else expect(found).toEqual([])
})

it('never writes the key or the member into a log line', async () => {
  const lines = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')]
  provider.answer = async () =>
    refuse(401, 'invalid_api_key', `Incorrect API key provided: ${env.OPENAI_API_KEY}`)
  await member.generate()
  const written = JSON.stringify(lines.flatMap(({ mock }) => mock.calls))
  expect(written).toContain('invalid_api_key')
  expect(written).not.toContain(env.OPENAI_API_KEY)
  expect(written).not.toContain(member.id)
})
