import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { readCounters } from './metrics.ts'
import {
  answerLikeOpenAi,
  call,
  deleteModels,
  designPng,
  imageAnswer,
  member,
  provider,
  refuse,
} from './testing.ts'

const token = 'a-token-for-tests-only'

async function readMetrics(): Promise<Map<string, number>> {
  const answer = await call('/metrics', { headers: { authorization: `Bearer ${token}` } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  const lines = (await answer.text())
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  )
}

it('counts accepted and ended generations, and each call to the provider with its time', async () => {
  await deleteModels()
  provider.answer = async (body, request) =>
    body.model === 'dall-e-3'
      ? answerLikeOpenAi(body, request)
      : imageAnswer(designPng, { usage: { total_tokens: 1500 } })
  const { id } = await member.generate()
  expect(
    await env.DB.prepare('select tokens from generations where id = ?').bind(id).first('tokens'),
  ).toBe(1500)
  provider.answer = async () => refuse(400, 'moderation_blocked')
  await member.generate()
  await member.call(`/generations/${await member.startHanging()}`, { method: 'DELETE' })

  // The page /status shows these.
  expect(await readCounters(env)).toContainEqual({
    name: 'encre_provider_cost_today',
    labels: {},
    value: 0.06,
  })
  expect(Object.fromEntries(await readMetrics())).toMatchObject({
    encre_generations_accepted_total: 3,
    'encre_generations_ended_total{state="done",problem=""}': 1,
    'encre_generations_ended_total{state="failed",problem="moderation-blocked"}': 1,
    'encre_generations_ended_total{state="cancelled",problem=""}': 1,
    'encre_provider_call_seconds_count{model="dall-e-3",outcome="model-missing"}': 1,
    'encre_provider_call_seconds_count{model="gpt-image-2.5-flare",outcome="image"}': 1,
    'encre_provider_call_seconds_count{model="gpt-image-2.5-flare",outcome="refused"}': 1,
    'encre_provider_call_seconds_count{model="gpt-image-2.5-flare",outcome="cancelled"}': 1,
    'encre_provider_call_seconds_sum{model="gpt-image-2.5-flare",outcome="cancelled"}':
      expect.toSatisfy((seconds: number) => seconds > 0),
    encre_provider_tokens_today: 1500,
    // 3 of the 200 of this site.
    encre_budget_used: 0.015,
    encre_provider_cost_today: 0.06,
  })
})

it('refuses a request without the token', async () => {
  for (const authorization of ['', 'Bearer another', `Basic ${token}`]) {
    expect((await call('/metrics', { headers: { authorization } })).status).toBe(401)
  }
  expect((await member.call('/metrics')).status).toBe(401)
})
