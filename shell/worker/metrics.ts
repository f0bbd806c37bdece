import type { Counter } from '@encre/worker/feature'
import { createMetrics, type MetricFamily } from '@encre/worker/metrics'

const hourMs = 60 * 60 * 1000

const families: MetricFamily[] = [
  { name: 'encre_channel_changes_total', type: 'counter', help: 'Changes of what visitors get, by remote and action.' },
  { name: 'encre_canary_share', type: 'gauge', help: 'Percentage of visitors with the canary, by remote.' },
  {
    name: 'encre_page_failures',
    type: 'gauge',
    help: 'Visitors whose page reported a failure of a remote in the last hour, by remote and kind.',
  },
]

interface Row {
  remote: string
  kind: string
  value: number
}

/** Reads failures from an index by date, and a history of one row per release. */
async function readValues({ DB }: Env): Promise<Counter[]> {
  const since = new Date(Date.now() - hourMs).toISOString()
  const [changes, canaries, failures] = await DB.batch<Row>([
    DB.prepare('select remote, action as kind, count(*) as value from history group by remote, action order by remote, action'),
    DB.prepare("select remote, '' as kind, coalesce(canary_share, 0) as value from channels order by remote"),
    DB.prepare(
      `select remote, outcome as kind, count(*) as value from health_reports where at > ? and outcome in ('load-failed', 'error')
       group by remote, outcome order by remote, outcome`,
    ).bind(since),
  ])
  return [
    ...rowsOf(changes).map(({ remote, kind, value }) => ({ name: 'encre_channel_changes_total', labels: { remote, action: kind }, value })),
    ...rowsOf(canaries).map(({ remote, value }) => ({ name: 'encre_canary_share', labels: { remote }, value })),
    ...rowsOf(failures).map(({ remote, kind, value }) => ({ name: 'encre_page_failures', labels: { remote, kind }, value })),
  ]
}

function rowsOf(result: D1Result<Row> | undefined): Row[] {
  return result?.results ?? []
}

/** `/api/metrics`: what Prometheus reads about releases and pages. */
export const metrics = createMetrics<Env>(families, readValues)
