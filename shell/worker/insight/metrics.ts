import { lastBackupKey } from '@encre/protocol/backup'
import type { Counter } from '@encre/worker/feature'
import { createMetrics, gauge, type MetricFamily } from '@encre/worker/metrics'
import { hourMs, isoDate } from '@encre/worker/moment'
import { parseRows } from '@encre/worker/rows'
import * as z from 'zod/mini'
import { reportKinds } from '../registry/releases/releases-store.ts'
import { readErrorBudget } from './answers.ts'

const families: MetricFamily[] = [
  {
    name: 'encre_channel_changes_total',
    type: 'counter',
    help: 'Changes of what visitors get, by remote and action.',
  },
  gauge('encre_canary_share', 'Percentage of visitors with the canary, by remote.'),
  gauge(
    'encre_backup_age_seconds',
    'Time since the last whole backup ended. Absent until there is one.',
  ),
  gauge(
    'encre_drill_age_seconds',
    'Time since a person restored a backup, as the last backup knew. Absent until somebody did.',
  ),
  gauge(
    'encre_error_budget_burn',
    'How fast answers from 500 on use the error budget, by window: at 1, a month uses it up.',
  ),
  gauge(
    'encre_error_budget_left',
    'What is left of the error budget of 30 days: 1 is all of it, below 0 it is overdrawn.',
  ),
  gauge(
    'encre_page_failures',
    'Visitors whose page reported a failure of a remote in the last hour, by remote and kind.',
  ),
]

const Row = z.object({ remote: z.string(), kind: z.string(), value: z.number() })
type Row = z.infer<typeof Row>

/** Reads failures from an index by date, and a history of one row per release. */
export async function readSiteCounters(env: Env): Promise<Counter[]> {
  const { DB, RELEASES } = env
  const backup = await RELEASES.head(lastBackupKey)
  const since = isoDate(-hourMs)
  const [changes, canaries, failures] = await DB.batch([
    DB.prepare(
      'select remote, action as kind, count(*) as value from history group by remote, action order by remote, action',
    ),
    DB.prepare(
      "select remote, '' as kind, coalesce(canary_share, 0) as value from channels order by remote",
    ),
    DB.prepare(
      `select remote, iif(${reportKinds.failure}, outcome, 'silent') as kind, count(*) as value from health_reports
       where at > ? and (${reportKinds.failure} or ${reportKinds.silence}) group by remote, kind order by remote, kind`,
    ).bind(since),
  ])
  return [
    ...toCounters(changes, 'encre_channel_changes_total', ({ kind }) => ({ action: kind })),
    ...toCounters(canaries, 'encre_canary_share', () => ({})),
    ...toCounters(failures, 'encre_page_failures', ({ kind }) => ({ kind })),
    ...(backup ? agesOf(backup) : []),
    ...(await readErrorBudget(env)).flatMap(toBudget),
  ]
}

function toBudget({ window, burn }: { window: string; burn: number }): Counter[] {
  const rate = { name: 'encre_error_budget_burn', labels: { window }, value: burn }
  if (window !== '30d') return [rate]
  return [rate, { name: 'encre_error_budget_left', labels: {}, value: 1 - burn }]
}

function agesOf({ uploaded, customMetadata }: R2Object): Counter[] {
  const since = (name: string, date: number) => {
    return { name, labels: {}, value: Math.round((Date.now() - date) / 1000) }
  }
  const drilled = Date.parse(customMetadata?.drilled ?? '')
  return [
    since('encre_backup_age_seconds', uploaded.getTime()),
    ...(Number.isNaN(drilled) ? [] : [since('encre_drill_age_seconds', drilled)]),
  ]
}

function toCounters(
  result: D1Result | undefined,
  name: string,
  labelsOf: (row: Row) => Record<string, string>,
): Counter[] {
  return parseRows(result, Row).map((row) => ({
    name,
    labels: { remote: row.remote, ...labelsOf(row) },
    value: row.value,
  }))
}

/** `/api/metrics`: what Prometheus reads about releases and pages. */
export const metrics = createMetrics<Env>(families, readSiteCounters)
