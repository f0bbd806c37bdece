import { problem } from '@encre/worker/problem'
import { Hono } from 'hono'
import { timingSafeEqual } from 'hono/utils/buffer'
import type { Bindings } from './bindings.ts'
import type { GeneratorProblem } from './contract.ts'

interface GenerationCount {
  state: string
  problem: string
  count: number
}

interface CallCount {
  model: string
  outcome: string
  count: number
  milliseconds: number
}

/**
 * `GET /metrics` with `Authorization: Bearer <METRICS_TOKEN>`: counters of generations and provider calls for Prometheus (text format
 * 0.0.4). They are exact, because triggers in D1 write each count in the transaction that it counts.
 */
export const metrics = new Hono<{ Bindings: Bindings }>().get('/', async (c) => {
  if (!c.env.METRICS_TOKEN) throw new Error('METRICS_TOKEN is empty. Set it to make the metrics readable.')
  const token = c.req.header('authorization')?.match(/^Bearer (\S+)$/i)?.[1]
  if (!token || !(await timingSafeEqual(token, c.env.METRICS_TOKEN))) {
    c.header('WWW-Authenticate', 'Bearer')
    return problem<GeneratorProblem>(c, 401, 'permission-denied')
  }
  const [generations, calls] = await Promise.all([
    c.env.DB.prepare('select state, problem, count from generation_counts order by state, problem').all<GenerationCount>(),
    c.env.DB.prepare('select model, outcome, count, milliseconds from call_counts order by model, outcome').all<CallCount>(),
  ])
  return c.body(writeMetrics(generations.results, calls.results), 200, {
    'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    'Cache-Control': 'no-store',
  })
})

function writeMetrics(generations: GenerationCount[], calls: CallCount[]): string {
  const accepted = generations.find(({ state }) => state === 'accepted')?.count ?? 0
  const ended = generations.filter(({ state }) => state !== 'accepted')
  return [
    '# HELP encre_generations_accepted_total Generations accepted from members.',
    '# TYPE encre_generations_accepted_total counter',
    `encre_generations_accepted_total ${accepted}`,
    '# HELP encre_generations_ended_total Generations that ended, by state and reason.',
    '# TYPE encre_generations_ended_total counter',
    ...ended.map(({ state, problem, count }) => `encre_generations_ended_total${labels({ state, problem })} ${count}`),
    '# HELP encre_provider_call_seconds Calls to the image provider and the time they took, by model and outcome.',
    '# TYPE encre_provider_call_seconds summary',
    ...calls.flatMap(({ model, outcome, count, milliseconds }) => [
      `encre_provider_call_seconds_sum${labels({ model, outcome })} ${milliseconds / 1000}`,
      `encre_provider_call_seconds_count${labels({ model, outcome })} ${count}`,
    ]),
    '',
  ].join('\n')
}

function labels(values: Record<string, string>): string {
  return `{${Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}`)}}`
}
