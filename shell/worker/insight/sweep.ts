import { daysAgo } from '../days-ago.ts'
import { pageErrorDays, vitalsDays } from '../lifetimes.ts'
import { deleteCountersBefore, hasCountersOf, hourOf, saveCounters } from './counters/counters-store.ts'
import { readCounters } from './counters/read-counters.ts'
import { deletePageErrorsBefore } from './errors/page-errors-store.ts'
import { deleteVitalsBefore } from './vitals/vitals-store.ts'

/** Days that operators can look back on the hourly records of counters. */
const counterDays = 31

/** Records the features' counters once an hour and deletes what is too old. */
export async function sweepInsight(env: Env): Promise<Record<string, number>> {
  const hour = hourOf(new Date())
  if (!(await hasCountersOf(env.DB, hour))) await saveCounters(env.DB, hour, await readCounters(env))
  const [pageErrors, vitals, counters] = await Promise.all([
    deletePageErrorsBefore(env.DB, daysAgo(pageErrorDays)),
    deleteVitalsBefore(env.DB, daysAgo(vitalsDays)),
    deleteCountersBefore(env.DB, daysAgo(counterDays)),
  ])
  return { pageErrors, vitals, counters }
}
