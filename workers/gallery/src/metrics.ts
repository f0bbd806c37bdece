import { createMetrics, gauge, readGauges } from '@encre/worker/metrics'
import { hourMs, isoDate } from '@encre/worker/moment'
import { undoPeriodMs } from './lifetimes.ts'

/** The sweep deletes expired designs each minute. A design that is an hour late raises an alert. */
export const overdueMs = hourMs

const families = [
  gauge(
    'encre_deleted_designs_overdue',
    'Deleted designs that the sweep should have removed an hour ago.',
  ),
  gauge('encre_image_removals_pending', 'Images that the sweep is removing.'),
  gauge(
    'encre_image_sweep_stopped',
    '1 when the sweep removes no image until an operator resumes it.',
  ),
]

export const metrics = createMetrics<Env>(families, ({ DB }) =>
  readGauges(
    DB.prepare(
      `select
         (select count(*) from designs
           where deleted_at is not null and deleted_at < ?) as encre_deleted_designs_overdue,
         (select count(*) from removals) as encre_image_removals_pending,
         (select count(stopped_for) from image_sweep) as encre_image_sweep_stopped`,
    ).bind(isoDate(-undoPeriodMs - overdueMs)),
  ),
)
