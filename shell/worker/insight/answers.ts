import { withTimeout } from '@encre/protocol/timeout'
import type { Insight } from '@encre/releases/insight'
import { dependencyTimeoutMs } from '@encre/worker/dependencies'
import { logError } from '@encre/worker/log'
import * as z from 'zod/mini'
import { settingsOf } from '../settings.ts'

const sqlApi = 'https://api.cloudflare.com/client/v4/accounts'

/** A sum is text in the answer, as every integer of 64 bits. */
const Rows = z.object({
  data: z.array(
    z.object({
      worker: z.string(),
      version: z.string(),
      status: z.string(),
      answers: z.coerce.number(),
    }),
  ),
})

/** Undefined on a site that keeps nothing, null if Cloudflare does not answer. */
async function ask<Row>(
  env: Env,
  since: Date,
  schema: z.ZodMiniType<{ data: Row[] }>,
  write: (where: string) => string,
): Promise<Row[] | null | undefined> {
  const { analytics } = settingsOf(env)
  if (!analytics) return undefined
  const seconds = since.toISOString().slice(0, 19).replace('T', ' ')
  try {
    const response = await withTimeout(
      fetch(`${sqlApi}/${analytics.account}/analytics_engine/sql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${analytics.token}` },
        body: write(`from ${analytics.dataset} where timestamp >= toDateTime('${seconds}')`),
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

/**
 * What `countAnswers` of shared/worker wrote since a date, of one feature or of every worker, the
 * most frequent first. A feature's name has letters, digits and hyphens only.
 * https://developers.cloudflare.com/analytics/analytics-engine/sql-api
 */
export async function readAnswers(
  env: Env,
  feature: string | null,
  since: Date,
): Promise<Insight['answers']> {
  const ofFeature = feature === null ? '' : `and index1 = '${feature}'`
  // A point that was sampled counts as many answers as its interval says.
  return ask(
    env,
    since,
    Rows,
    (
      where,
    ) => `select index1 as worker, blob1 as version, blob2 as status, sum(_sample_interval) as answers
    ${where} ${ofFeature}
    group by worker, version, status order by answers desc limit 200`,
  )
}

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
    const since = new Date(Date.now() - hours * 60 * 60 * 1000)
    const rows = await ask(
      env,
      since,
      Statuses,
      (where) =>
        `select blob2 as status, sum(_sample_interval) as answers ${where} group by status`,
    )
    return rows ? [{ window, burn: burnOf(rows) }] : []
  })
  return (await Promise.all(read)).flat()
}
