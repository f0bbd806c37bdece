import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { health } from './health.ts'
import { readCounters } from './metrics.ts'
import {
  failureCachedForMs,
  recordMissingCapability,
  servedModelsCachedForMs,
} from './providers/models-store.ts'
import {
  answerLikeOpenAi,
  call,
  clock,
  deleteModels,
  designPng,
  imageAnswer,
  member,
  provider,
  refuse,
  stopClock,
} from './testing.ts'

const both = [{ id: 'dall-e-3' }, { id: 'gpt-image-2.5-flare' }]
beforeEach(async () => {
  await stopClock()
  provider.answer = async () => models(...both)
})

const read = async (expected = 200) => {
  const response = await call('/health/deep')
  expect([response.status, response.headers.get('content-type')]).toEqual([
    expected,
    expect.stringContaining('text/plain'),
  ])
  return response.text()
}

it('health answers one line for the worker and each dependency', async () => {
  expect(await read()).toMatch(
    /^ok generator\nok generator d1 \d+ ms\nok generator r2 \d+ ms\nok generator contract \d+ ms\nok generator provider \d+ ms\n(info generator model \S+ is served, with all parameters, as far as is known\n){2}$/,
  )
  expect(provider.calls.map(({ path }) => path)).toEqual(['/v1/models'])
})

it('health warns of a configured model that is not served or shuts down soon', async () => {
  const soon = new Date(clock.now + 10 * 24 * 60 * 60 * 1000)
  provider.answer = async () =>
    models({ id: 'gpt-image-2.5-flare', shutdown_date: soon.toISOString().slice(0, 10) })
  const text = await read()
  expect(text).toContain('warn generator model dall-e-3 is not served\n')
  expect(text).toContain(
    `warn generator model gpt-image-2.5-flare shuts down on ${soon.toISOString().slice(0, 10)}\n`,
  )
})

it('health warns of a model that is served and refused to draw, and says what was learned of the others', async () => {
  await recordMissingCapability(env, 'dall-e-3', 'images')
  await recordMissingCapability(env, 'gpt-image-2.5-flare', 'mask')
  const text = await read()
  expect(text).toContain('warn generator model dall-e-3 is served but refused to draw\n')
  expect(text).not.toContain('warn generator model gpt-image-2.5-flare')
  expect(text).toContain('info generator model gpt-image-2.5-flare is served, without mask\n')
})

it('health warns of a server with another contract', async () => {
  const warning =
    "warn generator OPENAI_BASE_URL names OpenRouter, whose images API is its own: name a server with OpenAI's"
  const ask = async (host: string) =>
    (await health.request('/deep', {}, { ...env, OPENAI_BASE_URL: `https://${host}/v1` })).text()
  expect(await ask('openrouter.ai/api')).toContain(warning)
  expect(await ask('openrouter.ai.example')).not.toContain(warning)
})

it('health answers 503 when the provider serves none of the models, or does not answer', async () => {
  provider.answer = async () => models({ id: 'another' }, { id: 'gpt-image-1' })
  expect(await read(503)).toContain(
    'fail generator the provider serves none of dall-e-3, gpt-image-2.5-flare; it has gpt-image-1. Set IMAGE_MODELS\n',
  )
  clock.now += 2 * servedModelsCachedForMs
  provider.answer = async () => refuse(401, 'invalid_api_key')
  expect(await read(503)).toMatch(/^fail generator\n(.*\n)*fail generator provider\n$/)
})

it('health asks it again 5 s after a failure, and not before', async () => {
  provider.answer = async () => refuse(500, 'server_error')
  for (let i = 0; i < 3; i++) {
    await read(503)
  }
  expect(provider.calls).toHaveLength(1)
  clock.now += failureCachedForMs + 1
  provider.answer = async () => models(...both)
  await read()
  expect(provider.calls).toHaveLength(2)
})

function models(...data: { id: string; shutdown_date?: string }[]): Response {
  return Response.json({ object: 'list', data })
}

describe('metrics', () => {
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
      encre_provider_cost_today: 0.06,
    })
  })

  it('refuses a request without the token', async () => {
    for (const authorization of ['', 'Bearer another', `Basic ${token}`]) {
      expect((await call('/metrics', { headers: { authorization } })).status).toBe(401)
    }
    expect((await member.call('/metrics')).status).toBe(401)
  })
})
