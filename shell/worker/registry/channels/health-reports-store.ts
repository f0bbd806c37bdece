import { HourlyReports } from '@encre/releases/insight'
import type { HealthReport } from '@encre/releases/registry'
import { isoDate } from '@encre/worker/moment'
import { findRow, listRows } from '@encre/worker/rows'
import * as z from 'zod/mini'
import { failureCounts, reportKinds } from '../releases/releases-store.ts'
import { noVotes, type Votes } from './compare-failures.ts'

// The health reports of pages, and how they become votes: one network, one visitor.
// `health-reports/health-reports.ts` stores them, `judge-canary.ts` counts them.

/** On one version, while it is judged. */
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
      isoDate(),
      reportsPerAddress,
    )
    .run()
}

/**
 * Counts each network as one visitor, so that a client has one vote or two, however many visitors it
 * pretends to be. A failure or silence is its vote, whatever else it reports; a page that was only
 * shown may still fail, and is not counted. `recent`: the visitors since `date`.
 */
export async function countVotes(
  db: D1Database,
  remote: string,
  version: string,
  date: string,
): Promise<Votes & { recent: number }> {
  const failed = `(${reportKinds.failure} or ${reportKinds.silence})`
  const select = db.prepare(
    `select count(distinct address) filter (where outcome = 'done' or ${failed}) as visitors,
       count(distinct address) filter (where ${failed}) as failed,
       count(distinct address) filter (where (outcome = 'done' or ${failed}) and at >= ?3) as recent
     from health_reports where remote = ?1 and version = ?2 and ${isCurrent}`,
  )
  const row = await findRow(select.bind(remote, version, date), VotesRow)
  return row ?? { ...noVotes, recent: 0 }
}

const VotesRow = z.object({ visitors: z.number(), failed: z.number(), recent: z.number() })

export function listReportsByHour(
  db: D1Database,
  remote: string,
  date: string,
): Promise<HourlyReports[]> {
  const select = db.prepare(
    `select substr(at, 1, 13) as hour, version, count(*) filter (where outcome in ('ok', 'done')) as ok, ${failureCounts}
     from health_reports where remote = ? and at >= ? group by hour, version order by hour, version`,
  )
  return listRows(select.bind(remote, date), HourlyReports)
}
