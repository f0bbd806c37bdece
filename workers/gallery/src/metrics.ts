import type { Counter } from '@encre/worker/feature'
import { createMetrics, type MetricFamily } from '@encre/worker/metrics'
import { undoPeriodMs } from './lifetimes.ts'

/** The sweep deletes expired designs each minute. A design that is an hour late raises an alert. */
export const overdueMs = 60 * 60 * 1000

const families: MetricFamily[] = [
  { name: 'encre_deleted_designs_overdue', type: 'gauge', help: 'Deleted designs that the sweep should have removed an hour ago.' },
  { name: 'encre_image_removals_pending', type: 'gauge', help: 'Images that the sweep is removing.' },
]

async function readValues({ DB }: Env): Promise<Counter[]> {
  const before = new Date(Date.now() - undoPeriodMs - overdueMs).toISOString()
  const row = await DB.prepare(
    `select (select count(*) from designs where deleted_at is not null and deleted_at < ?) as overdue,
       (select count(*) from removals) as removals`,
  )
    .bind(before)
    .first<{ overdue: number; removals: number }>()
  return [
    { name: 'encre_deleted_designs_overdue', labels: {}, value: row?.overdue ?? 0 },
    { name: 'encre_image_removals_pending', labels: {}, value: row?.removals ?? 0 },
  ]
}

export const metrics = createMetrics<Env>(families, readValues)
