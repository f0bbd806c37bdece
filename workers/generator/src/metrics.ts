import type { Counter } from '@encre/worker/feature'
import { createMetrics, type MetricFamily } from '@encre/worker/metrics'
import type { Bindings } from './bindings.ts'
import { dayOf } from './limits/limits.ts'
import { whereRunning } from './running.ts'

export async function readCounters(
  env: Pick<Bindings, 'DB' | 'PRICE_PER_MILLION_TOKENS'>,
): Promise<Counter[]> {
  return [...(await countCalls(env)), ...(await readCost(env))]
}

async function countCalls({ DB }: Pick<Bindings, 'DB'>): Promise<Counter[]> {
  const [generations, calls] = await Promise.all([
    DB.prepare('select state, problem, count from generation_counts order by state, problem').all<{
      state: string
      problem: string
      count: number
    }>(),
    DB.prepare(
      'select model, outcome, count, milliseconds from call_counts order by model, outcome',
    ).all<Record<'model' | 'outcome', string> & Record<'count' | 'milliseconds', number>>(),
  ])
  const accepted = generations.results.find(({ state }) => state === 'accepted')?.count ?? 0
  return [
    { name: 'encre_generations_accepted_total', labels: {}, value: accepted },
    ...generations.results
      .filter(({ state }) => state !== 'accepted')
      .map(({ state, problem, count }) => ({
        name: 'encre_generations_ended_total',
        labels: { state, problem },
        value: count,
      })),
    ...calls.results.flatMap(({ model, outcome, count, milliseconds }) => [
      {
        name: 'encre_provider_call_seconds_sum',
        labels: { model, outcome },
        value: milliseconds / 1000,
      },
      { name: 'encre_provider_call_seconds_count', labels: { model, outcome }, value: count },
    ]),
  ]
}

async function readCost({
  DB,
  PRICE_PER_MILLION_TOKENS,
}: Pick<Bindings, 'DB' | 'PRICE_PER_MILLION_TOKENS'>): Promise<Counter[]> {
  const today = dayOf(new Date().toISOString())
  const tokens =
    (await DB.prepare('select tokens from site_usage where day = ?')
      .bind(today)
      .first<number>('tokens')) ?? 0
  const cost = (tokens * Number(PRICE_PER_MILLION_TOKENS)) / 1_000_000
  return [
    { name: 'encre_provider_tokens_today', labels: {}, value: tokens },
    ...(PRICE_PER_MILLION_TOKENS && Number.isFinite(cost)
      ? [{ name: 'encre_provider_cost_today', labels: {}, value: cost }]
      : []),
  ]
}

/** Reads only the index of running generations, however many have ended. */
async function readGauges({ DB }: Bindings): Promise<Counter[]> {
  const stalledBefore = new Date(Date.now() - stalledForAlertMs).toISOString()
  const { results } = await DB.prepare(
    `select state, count(*) as count, count(*) filter (where updated_at < ?) as stalled from generations
     where ${whereRunning} group by state`,
  )
    .bind(stalledBefore)
    .all<{ state: string; count: number; stalled: number }>()
  return results.flatMap(({ state, count, stalled }) => [
    { name: 'encre_generations_running', labels: { state }, value: count },
    { name: 'encre_generations_stalled', labels: { state }, value: stalled },
  ])
}

/**
 * The sweep restarts stalled generations each minute. A call to the provider may take three
 * minutes.
 */
const stalledForAlertMs = 10 * 60 * 1000

const families: MetricFamily[] = [
  {
    name: 'encre_generations_accepted_total',
    type: 'counter',
    help: 'Generations accepted from members.',
  },
  {
    name: 'encre_generations_ended_total',
    type: 'counter',
    help: 'Generations that ended, by state and reason.',
  },
  {
    name: 'encre_provider_call_seconds',
    type: 'summary',
    help: 'Calls to the image provider and the time they took, by model and outcome.',
  },
  {
    name: 'encre_generations_running',
    type: 'gauge',
    help: 'Generations that have not ended, by state.',
  },
  {
    name: 'encre_provider_tokens_today',
    type: 'gauge',
    help: 'Tokens that the image provider counted today.',
  },
  {
    name: 'encre_provider_cost_today',
    type: 'gauge',
    help: "Price of today's tokens, in the currency of PRICE_PER_MILLION_TOKENS.",
  },
  {
    name: 'encre_generations_stalled',
    type: 'gauge',
    help: 'Running generations without progress for ten minutes, by state.',
  },
]

/** Counters are exact: triggers write them in the transaction of the counted row. */
export const metrics = createMetrics<Bindings>(families, async (env) => [
  ...(await readCounters(env)),
  ...(await readGauges(env)),
])
