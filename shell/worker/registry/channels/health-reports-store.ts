import { HourlyReports } from '@encre/releases/insight'
import type { HealthReport } from '@encre/releases/registry'
import { findRow, listRows } from '@encre/worker/rows'
import * as z from 'zod/mini'
import { reportKinds } from '../releases/releases-store.ts'

/** In one step of a canary. */
const reportsPerAddress = 2

/**
 * True for reports since the last change of the version that visitors get. Earlier ones belong to
 * another canary.
 */
const isCurrent =
  'not exists (select 1 from channels where channels.remote = health_reports.remote and channels.canary_since > health_reports.at)'

/**
 * A failure stays until the next canary; any other report replaces the one before. Ignores reports
 * above the limit of their network.
 */
export async function saveHealthReport(
  db: D1Database,
  report: {
    remote: string
    version: string
    visitor: string
    address: string
    outcome: HealthReport['outcome']
  },
): Promise<void> {
  await db
    .prepare(
      `insert into health_reports (remote, version, visitor, address, outcome, at)
       select ?1, ?2, ?3, ?4, ?5, ?6
       where (
         select count(*) from health_reports
         where remote = ?1 and version = ?2 and address = ?4 and visitor <> ?3 and ${isCurrent}
           and at >= coalesce((select canary_step_at from channels where remote = ?1), '')
       ) < ?7
       on conflict (remote, version, visitor) do update set outcome = excluded.outcome, address = excluded.address, at = excluded.at
         where (health_reports.outcome not in ('load-failed', 'error') and (health_reports.outcome <> 'started' or excluded.outcome <> 'started'))
           or not (${isCurrent})`,
    )
    .bind(
      report.remote,
      report.version,
      report.visitor,
      report.address,
      report.outcome,
      new Date().toISOString(),
      reportsPerAddress,
    )
    .run()
}

interface Counts {
  /** With any result. */
  visitors: number
  /** With a visit that succeeded to its end. */
  done: number
  failed: number
  /** Other networks, with a page that fell silent. */
  silent: number
}

/**
 * Failures are counted by network, so that a client counts once or twice, however many visitors it
 * pretends to be.
 */
export async function countHealthReports(
  db: D1Database,
  remote: string,
  version: string,
  since = new Date(0),
): Promise<Counts> {
  const select = db.prepare(
    `select count(*) filter (where ${reportKinds.result}) as visitors,
       count(*) filter (where outcome = 'done') as done,
       count(distinct address) filter (where ${reportKinds.failure}) as failed,
       count(distinct address) filter (where ${reportKinds.failure} or ${reportKinds.silence}) as unhealthy
     from health_reports where remote = ?1 and version = ?2 and at >= ?3 and ${isCurrent}`,
  )
  const row = await findRow(select.bind(remote, version, since.toISOString()), CountsRow)
  const { visitors, done, failed, unhealthy } = row ?? noReports
  return { visitors, done, failed, silent: unhealthy - failed }
}

const CountsRow = z.object({
  visitors: z.number(),
  done: z.number(),
  failed: z.number(),
  unhealthy: z.number(),
})
const noReports = { visitors: 0, done: 0, failed: 0, unhealthy: 0 }

export function listReportsByHour(
  db: D1Database,
  remote: string,
  date: Date,
): Promise<HourlyReports[]> {
  const select = db.prepare(
    `select substr(at, 1, 13) as hour, version, count(*) filter (where outcome in ('ok', 'done')) as ok,
       count(*) filter (where outcome = 'load-failed') as loadFailures, count(*) filter (where outcome = 'error') as errors,
       count(*) filter (where ${reportKinds.silence}) as silent
     from health_reports where remote = ? and at >= ? group by hour, version order by hour, version`,
  )
  return listRows(select.bind(remote, date.toISOString()), HourlyReports)
}
