import type { Counter } from '@encre/worker/feature'
import { createMetrics, gauge, type MetricFamily } from '@encre/worker/metrics'
import { isoDate } from '@encre/worker/moment'
import { findRow, listRows } from '@encre/worker/rows'
import * as z from 'zod/mini'
import type { Bindings } from './bindings.ts'
import { dayOf } from './limits/limits.ts'
import { whereRunning } from './running.ts'
import { settingsOf } from './settings.ts'

type Database = Pick<Bindings, 'DB'>

export async function readCounters(env: Database): Promise<Counter[]> {
  return [...(await countCalls(env)), ...(await readCost(env))]
}

const EndedCount = z.object({ state: z.string(), problem: z.string(), count: z.number() })
const CallCount = z.object({
  model: z.string(),
  outcome: z.string(),
  count: z.number(),
  milliseconds: z.number(),
})

async function countCalls({ DB }: Database): Promise<Counter[]> {
  const [generations, calls] = await Promise.all([
    listRows(
      DB.prepare('select state, problem, count from generation_counts order by state, problem'),
      EndedCount,
    ),
    listRows(
      DB.prepare(
        'select model, outcome, count, milliseconds from call_counts order by model, outcome',
      ),
      CallCount,
    ),
  ])
  const accepted = generations.find(({ state }) => state === 'accepted')?.count ?? 0
  return [
    { name: 'encre_generations_accepted_total', labels: {}, value: accepted },
    ...generations
      .filter(({ state }) => state !== 'accepted')
      .map(({ state, problem, count }) => ({
        name: 'encre_generations_ended_total',
        labels: { state, problem },
        value: count,
      })),
    ...calls.flatMap(({ model, outcome, count, milliseconds }) => [
      {
        name: 'encre_provider_call_seconds_sum',
        labels: { model, outcome },
        value: milliseconds / 1000,
      },
      { name: 'encre_provider_call_seconds_count', labels: { model, outcome }, value: count },
    ]),
  ]
}

const UsedToday = z.object({ tokens: z.number(), used: z.number() })

async function readCost(env: Database): Promise<Counter[]> {
  const today = dayOf(isoDate())
  const used = await findRow(
    env.DB.prepare('select tokens, used from site_usage where day = ?').bind(today),
    UsedToday,
  )
  const tokens = used?.tokens ?? 0
  const { provider, limits } = settingsOf(env)
  const counted = [
    { name: 'encre_provider_tokens_today', labels: {}, value: tokens },
    { name: 'encre_budget_used', labels: {}, value: (used?.used ?? 0) / limits.perSite },
  ]
  const price = provider.pricePerMillionTokens
  if (price === null) return counted
  const cost = (tokens * price) / 1_000_000
  return [...counted, { name: 'encre_provider_cost_today', labels: {}, value: cost }]
}

const RunningCount = z.object({ state: z.string(), count: z.number(), stalled: z.number() })

/** Reads only the index of running generations, however many have ended. */
async function readGauges({ DB }: Database): Promise<Counter[]> {
  const stalledBefore = isoDate(-stalledForAlertMs)
  const rows = await listRows(
    DB.prepare(
      `select state, count(*) as count, count(*) filter (where updated_at < ?) as stalled from generations
     where ${whereRunning} group by state`,
    ).bind(stalledBefore),
    RunningCount,
  )
  return rows.flatMap(({ state, count, stalled }) => [
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
  gauge('encre_generations_running', 'Generations that have not ended, by state.'),
  gauge('encre_provider_tokens_today', 'Tokens that the image provider counted today.'),
  gauge('encre_budget_used', 'The share of GENERATIONS_PER_DAY that is used today, from 0 to 1.'),
  gauge(
    'encre_provider_cost_today',
    "Price of today's tokens, in the currency of PRICE_PER_MILLION_TOKENS.",
  ),
  gauge(
    'encre_generations_stalled',
    'Running generations without progress for ten minutes, by state.',
  ),
]

/** Counters are exact: triggers write them in the transaction of the counted row. */
export const metrics = createMetrics<Bindings>(families, async (env) => [
  ...(await readCounters(env)),
  ...(await readGauges(env)),
])
