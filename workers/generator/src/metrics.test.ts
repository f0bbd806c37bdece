import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { metrics } from './metrics.ts'
import {
  answerLikeOpenAi,
  call,
  callAs,
  designPng,
  hang,
  newMember,
  provider,
  refuse,
  startGeneration,
  waitForEnd,
  waitForState,
} from './testing.ts'

const token = 'a-token-for-tests-only'

async function readMetrics(): Promise<Map<string, number>> {
  const answer = await call('/metrics', { headers: { authorization: `Bearer ${token}` } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

it('counts accepted and ended generations, and each call to the provider with its time', async () => {
  const member = newMember()
  const image = { data: [{ b64_json: designPng.toBase64() }], usage: { total_tokens: 1500 } }
  provider.answer = async (body, request) => (body.model === 'dall-e-3' ? answerLikeOpenAi(body, request) : Response.json(image))
  expect((await waitForEnd(member, (await startGeneration(member)).id)).tokens).toBe(1500)
  provider.answer = async () => refuse(400, 'moderation_blocked')
  await waitForEnd(member, (await startGeneration(member)).id)
  provider.answer = hang
  const { id } = await startGeneration(member)
  await waitForState(member, id, 'calling')
  await callAs(member, `/generations/${id}`, { method: 'DELETE' })

  const { seconds, ...counts } = separate(await readMetrics())
  expect(counts).toEqual({
    encre_generations_accepted_total: 3,
    'encre_generations_ended_total{state="done",problem=""}': 1,
    'encre_generations_ended_total{state="failed",problem="moderation-blocked"}': 1,
    'encre_generations_ended_total{state="cancelled",problem=""}': 1,
    'encre_provider_call_seconds_count{model="dall-e-3",outcome="model-missing"}': 1,
    'encre_provider_call_seconds_count{model="gpt-image-2.5-flare",outcome="image"}': 1,
    'encre_provider_call_seconds_count{model="gpt-image-2.5-flare",outcome="refused"}': 1,
    'encre_provider_call_seconds_count{model="gpt-image-2.5-flare",outcome="cancelled"}': 1,
    encre_provider_tokens_today: 1500,
    encre_provider_cost_today: 0.06,
  })
  expect(seconds).toHaveLength(4)
  for (const time of seconds) expect(time).toBeGreaterThanOrEqual(0)
  expect(Math.max(...seconds)).toBeGreaterThan(0)
})

it('refuses a request without the token', async () => {
  for (const authorization of ['', 'Bearer another', `Basic ${token}`]) {
    const answer = await call('/metrics', { headers: { authorization } })
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'permission-denied' }])
  }
  expect((await callAs(newMember(), '/metrics')).status).toBe(401)
})

it('accepts the old and the new token while they are rotated', async () => {
  const statuses = async (METRICS_TOKEN: string) => {
    const answers = ['old', 'new', 'new,old'].map((one) =>
      metrics.request('/', { headers: { authorization: `Bearer ${one}` } }, { ...env, METRICS_TOKEN }),
    )
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  expect(await statuses('new,old')).toEqual([200, 200, 401])
  expect(await statuses('new')).toEqual([401, 200, 401])
})

function separate(all: Map<string, number>): Record<string, unknown> & { seconds: number[] } {
  const isTime = (name: string) => name.startsWith('encre_provider_call_seconds_sum')
  return {
    ...Object.fromEntries([...all].filter(([name]) => !isTime(name))),
    seconds: [...all].filter(([name]) => isTime(name)).map(([, value]) => value),
  }
}
