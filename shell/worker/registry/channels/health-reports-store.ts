import type { Insight } from '@encre/protocol/insight'
import type { HealthReport } from '@encre/protocol/registry'
import { reportKinds } from '../releases/releases-store.ts'

const reportsPerAddress = 5

/** True for reports since the last change of the version that visitors get. Earlier ones belong to another canary. */
const isCurrent =
  'not exists (select 1 from channels where channels.remote = health_reports.remote and channels.canary_since > health_reports.at)'

/** A failure stays until the next canary; any other report replaces the one before. Ignores reports above the limit of their network. */
export async function saveHealthReport(
  db: D1Database,
  report: { remote: string; version: string; visitor: string; address: string; outcome: HealthReport['outcome'] },
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
    .bind(report.remote, report.version, report.visitor, report.address, report.outcome, new Date().toISOString(), reportsPerAddress)
    .run()
}

interface Counts {
  visitors: number
  failed: number
  /** Other networks, with a page that fell silent. */
  silent: number
}

/** Failures are counted by network, so that a client counts once or twice, however many visitors it pretends to be. */
export async function countHealthReports(db: D1Database, remote: string, version: string): Promise<Counts> {
  const row = await db
    .prepare(
      `select count(*) filter (where ${reportKinds.result}) as visitors,
         count(distinct address) filter (where ${reportKinds.failure}) as failed,
         count(distinct address) filter (where ${reportKinds.failure} or ${reportKinds.silence}) as unhealthy
       from health_reports where remote = ?1 and version = ?2 and ${isCurrent}`,
    )
    .bind(remote, version)
    .first<{ visitors: number; failed: number; unhealthy: number }>()
  const { visitors, failed, unhealthy } = row ?? { visitors: 0, failed: 0, unhealthy: 0 }
  return { visitors, failed, silent: unhealthy - failed }
}

export async function countSuccesses(db: D1Database, remote: string, version: string, date: Date): Promise<number> {
  const row = await db
    .prepare("select count(*) as successes from health_reports where remote = ? and version = ? and outcome = 'done' and at >= ?")
    .bind(remote, version, date.toISOString())
    .first<{ successes: number }>()
  return row?.successes ?? 0
}

export async function listReportsByHour(db: D1Database, remote: string, date: Date): Promise<Insight['remotes'][number]['reports']> {
  const { results } = await db
    .prepare(
      `select substr(at, 1, 13) as hour, version, count(*) filter (where outcome in ('ok', 'done')) as ok,
         count(*) filter (where outcome = 'load-failed') as loadFailures, count(*) filter (where outcome = 'error') as errors,
         count(*) filter (where ${reportKinds.silence}) as silent
       from health_reports where remote = ? and at >= ? group by hour, version order by hour, version`,
    )
    .bind(remote, date.toISOString())
    .all<Insight['remotes'][number]['reports'][number]>()
  return results
}
