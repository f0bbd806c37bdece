import type { Counter } from '@encre/worker/maintenance'
import { problem } from '@encre/worker/problem'
import { isSecret } from '@encre/worker/secrets'
import { Hono } from 'hono'
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
  const token = c.req.header('authorization')?.match(/^Bearer (\S+)$/i)?.[1]
  if (!token || !(await isSecret(token, 'METRICS_TOKEN', c.env.METRICS_TOKEN))) {
    c.header('WWW-Authenticate', 'Bearer')
    return problem<GeneratorProblem>(c, 401, 'permission-denied')
  }
  return c.body(writeMetrics(await readCounters(c.env)), 200, {
    'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    'Cache-Control': 'no-store',
  })
})

/** The counters of generations and provider calls, for the metrics and for the site's operators. */
export async function readCounters({ DB }: Bindings): Promise<Counter[]> {
  const [generations, calls] = await Promise.all([
    DB.prepare('select state, problem, count from generation_counts order by state, problem').all<GenerationCount>(),
    DB.prepare('select model, outcome, count, milliseconds from call_counts order by model, outcome').all<CallCount>(),
  ])
  const accepted = generations.results.find(({ state }) => state === 'accepted')?.count ?? 0
  return [
    { name: 'encre_generations_accepted_total', labels: {}, value: accepted },
    ...generations.results
      .filter(({ state }) => state !== 'accepted')
      .map(({ state, problem, count }) => ({ name: 'encre_generations_ended_total', labels: { state, problem }, value: count })),
    ...calls.results.flatMap(({ model, outcome, count, milliseconds }) => [
      { name: 'encre_provider_call_seconds_sum', labels: { model, outcome }, value: milliseconds / 1000 },
      { name: 'encre_provider_call_seconds_count', labels: { model, outcome }, value: count },
    ]),
  ]
}

const families = [
  { name: 'encre_generations_accepted_total', type: 'counter', help: 'Generations accepted from members.' },
  { name: 'encre_generations_ended_total', type: 'counter', help: 'Generations that ended, by state and reason.' },
  {
    name: 'encre_provider_call_seconds',
    type: 'summary',
    help: 'Calls to the image provider and the time they took, by model and outcome.',
  },
]

function writeMetrics(counters: Counter[]): string {
  const lines = families.flatMap(({ name, type, help }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...counters
      .filter((counter) => counter.name.startsWith(name))
      .map((counter) => `${counter.name}${labels(counter.labels)} ${counter.value}`),
  ])
  return [...lines, ''].join('\n')
}

function labels(values: Record<string, string>): string {
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return pairs.length > 0 ? `{${pairs}}` : ''
}
