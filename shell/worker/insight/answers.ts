import { withTimeout } from '@encre/protocol/timeout'
import type { Insight } from '@encre/releases/insight'
import { answersSince, CountedAnswers, selectAnswers } from '@encre/worker/answers'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { logError } from '@encre/worker/log'
import { hourMs, isoDate } from '@encre/worker/moment'
import * as z from 'zod/mini'
import { settingsOf } from '../settings.ts'

const sqlApi = 'https://api.cloudflare.com/client/v4/accounts'

/** Undefined on a site that keeps nothing, null if Cloudflare does not answer. */
async function ask<Row>(
  env: Env,
  schema: z.ZodMiniType<{ data: Row[] }>,
  select: (dataset: string) => string,
): Promise<Row[] | null | undefined> {
  const { analytics } = settingsOf(env)
  if (!analytics) return undefined
  try {
    const response = await withTimeout(
      fetch(`${sqlApi}/${analytics.account}/analytics_engine/sql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${analytics.token}` },
        body: select(analytics.dataset),
      }),
      dependencyTimeoutMs,
      'the counted answers',
    )
    // The dataset appears with its first point.
    if (response.status === 422) return []
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return z.parse(schema, await response.json()).data
  } catch (error) {
    logError(error, { event: 'answers' })
    return null
  }
}

/** Of one feature, or of every worker. */
export const readAnswers = (
  env: Env,
  feature: string | null,
  since: string,
): Promise<Insight['answers']> =>
  ask(env, CountedAnswers, (dataset) => selectAnswers(dataset, since, feature))

const Statuses = z.object({
  data: z.array(z.object({ status: z.string(), answers: z.coerce.number() })),
})
type Status = { status: string; answers: number }

/** 99.5 % of a month's answers are below 500: docs/alerts.md. */
const allowedShare = 0.005
const windows = { '1h': 1, '6h': 6, '30d': 30 * 24 }

/** How fast the error budget is used: at 1, a month uses it up. */
export function burnOf(rows: Status[]): number {
  const sum = (list: Status[]) => list.reduce((total, { answers }) => total + answers, 0)
  const all = sum(rows)
  if (all === 0) return 0
  return sum(rows.filter(({ status }) => status === '5xx')) / all / allowedShare
}

/** The burn by window. A window that Cloudflare does not tell is left out. */
export async function readErrorBudget(env: Env): Promise<{ window: string; burn: number }[]> {
  const read = Object.entries(windows).map(async ([window, hours]) => {
    const since = isoDate(-hours * hourMs)
    const rows = await ask(
      env,
      Statuses,
      (dataset) =>
        `select blob2 as status, sum(_sample_interval) as answers ${answersSince(dataset, since)} group by status`,
    )
    return rows ? [{ window, burn: burnOf(rows) }] : []
  })
  return (await Promise.all(read)).flat()
}
