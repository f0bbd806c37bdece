import type { Counter } from '@encre/worker/feature'
import { createMetrics, type MetricFamily } from '@encre/worker/metrics'
import { isoDate } from '@encre/worker/moment'
import { findRow } from '@encre/worker/rows'
import * as z from 'zod/mini'
import { undoPeriodMs } from './lifetimes.ts'

/** The sweep deletes expired designs each minute. A design that is an hour late raises an alert. */
export const overdueMs = 60 * 60 * 1000

const families: MetricFamily[] = [
  {
    name: 'encre_deleted_designs_overdue',
    type: 'gauge',
    help: 'Deleted designs that the sweep should have removed an hour ago.',
  },
  {
    name: 'encre_image_removals_pending',
    type: 'gauge',
    help: 'Images that the sweep is removing.',
  },
  {
    name: 'encre_image_sweep_stopped',
    type: 'gauge',
    help: '1 when the sweep removes no image until an operator resumes it.',
  },
]

const Sums = z.object({ overdue: z.number(), removals: z.number(), stopped: z.number() })

async function readValues({ DB }: Env): Promise<Counter[]> {
  const before = isoDate(-undoPeriodMs - overdueMs)
  const row = await findRow(
    DB.prepare(
      `select (select count(*) from designs where deleted_at is not null and deleted_at < ?) as overdue,
       (select count(*) from removals) as removals, (select count(stopped_for) from image_sweep) as stopped`,
    ).bind(before),
    Sums,
  )
  return [
    { name: 'encre_deleted_designs_overdue', labels: {}, value: row?.overdue ?? 0 },
    { name: 'encre_image_removals_pending', labels: {}, value: row?.removals ?? 0 },
    { name: 'encre_image_sweep_stopped', labels: {}, value: row?.stopped ?? 0 },
  ]
}

export const metrics = createMetrics<Env>(families, readValues)
