import { createMetrics, gauge, readGauges } from '@encre/worker/metrics'
import { hourMs, isoDate, tokenLifetimeMs } from '@encre/worker/moment'
import type { Bindings } from './bindings.ts'

/**
 * The sweep ends erasures each minute. An erasure that is an hour late raises an alert, because the
 * member has a right to it.
 */
export const overdueMs = hourMs

const families = [
  gauge('encre_erasures_pending', 'Erased accounts whose tokens may still be valid.'),
  gauge('encre_erasures_overdue', 'Erased accounts whose erasure should have ended an hour ago.'),
]

/** Reads the whole table, which has the erasures of one day. */
export const metrics = createMetrics<Bindings>(families, ({ DB }) =>
  readGauges(
    DB.prepare(
      `select count(*) as encre_erasures_pending,
         count(*) filter (where erased_at < ?) as encre_erasures_overdue
       from erasures`,
    ).bind(isoDate(-tokenLifetimeMs - overdueMs)),
  ),
)
