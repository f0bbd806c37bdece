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

/**
 * What `countAnswers` of shared/worker wrote since a date, of one feature or of every worker, the
 * most frequent first. A feature's name has letters, digits and hyphens only. Undefined on a site that keeps nothing, null if Cloudflare does not answer.
 * https://developers.cloudflare.com/analytics/analytics-engine/sql-api
 */
export async function readAnswers(
  env: Env,
  feature: string | null,
  since: Date,
): Promise<Insight['answers']> {
  const { analytics } = settingsOf(env)
  if (!analytics) return undefined
  const seconds = since.toISOString().slice(0, 19).replace('T', ' ')
  const ofFeature = feature === null ? '' : `and index1 = '${feature}'`
  // A point that was sampled counts as many answers as its interval says.
  const sql = `select index1 as worker, blob1 as version, blob2 as status, sum(_sample_interval) as answers
    from ${analytics.dataset} where timestamp >= toDateTime('${seconds}') ${ofFeature}
    group by worker, version, status order by answers desc limit 200`
  try {
    const response = await withTimeout(
      fetch(`${sqlApi}/${analytics.account}/analytics_engine/sql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${analytics.token}` },
        body: sql,
      }),
      dependencyTimeoutMs,
      'the counted answers',
    )
    // The dataset appears with its first point.
    if (response.status === 422) return []
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return z.parse(Rows, await response.json()).data
  } catch (error) {
    logError(error, { event: 'answers' })
    return null
  }
}
