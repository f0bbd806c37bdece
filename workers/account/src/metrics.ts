import type { Counter } from '@encre/worker/feature'
import { createMetrics, type MetricFamily } from '@encre/worker/metrics'
import { isoDate } from '@encre/worker/moment'
import { findRow } from '@encre/worker/rows'
import * as z from 'zod/mini'
import type { Bindings } from './bindings.ts'
import { tokenLifetimeMs } from './lifetimes.ts'

/**
 * The sweep ends erasures each minute. An erasure that is an hour late raises an alert, because the
 * member has a right to it.
 */
export const overdueMs = 60 * 60 * 1000

const families: MetricFamily[] = [
  {
    name: 'encre_erasures_pending',
    type: 'gauge',
    help: 'Erased accounts whose tokens may still be valid.',
  },
  {
    name: 'encre_erasures_overdue',
    type: 'gauge',
    help: 'Erased accounts whose erasure should have ended an hour ago.',
  },
]

const Counts = z.object({ pending: z.number(), overdue: z.number() })

/** Reads the whole table, which has the erasures of one day. */
async function readValues({ DB }: Bindings): Promise<Counter[]> {
  const before = isoDate(-tokenLifetimeMs - overdueMs)
  const row = await findRow(
    DB.prepare(
      'select count(*) as pending, count(*) filter (where erased_at < ?) as overdue from erasures',
    ).bind(before),
    Counts,
  )
  return [
    { name: 'encre_erasures_pending', labels: {}, value: row?.pending ?? 0 },
    { name: 'encre_erasures_overdue', labels: {}, value: row?.overdue ?? 0 },
  ]
}

export const metrics = createMetrics<Bindings>(families, readValues)
