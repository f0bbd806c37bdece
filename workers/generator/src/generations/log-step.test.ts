import { env } from 'cloudflare:workers'
import { ownerKey } from '@encre/worker/member'
import { expect, it, vi } from 'vitest'
import { recordMissingCapability } from '../providers/models-store.ts'
import { callAs, generationRequest, newMember, provider, readGeneration, refuse, startGeneration, waitForEnd } from '../testing.ts'

it('writes one line per step with the ids of generation, owner and request', async () => {
  const lines = vi.spyOn(console, 'log')
  const member = newMember()
  await recordMissingCapability(env, 'dall-e-3', 'model')
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
