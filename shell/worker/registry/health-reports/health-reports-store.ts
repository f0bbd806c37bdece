import type { HealthReport } from '@encre/protocol/registry'

/** Reports on one version that are saved per network. */
export const reportsPerAddress = 5

/** True for reports since the last change of the version that visitors get. Earlier ones belong to another canary. */
const isCurrent = 'not exists (select 1 from channels where channels.remote = outcomes.remote and channels.canary_since > outcomes.at)'

/** Saves a visitor's worst report on a version. Ignores reports above the limit of their network. */
export async function saveHealthReport(
  db: D1Database,
  report: { remote: string; version: string; visitor: string; address: string; outcome: HealthReport['outcome'] },
): Promise<void> {
  await db
    .prepare(
      `insert into outcomes (remote, version, visitor, address, outcome, at)
       select ?1, ?2, ?3, ?4, ?5, ?6
       where (
         select count(*) from outcomes
         where remote = ?1 and version = ?2 and address = ?4 and visitor <> ?3 and ${isCurrent}
       ) < ?7
       on conflict (remote, version, visitor) do update set outcome = excluded.outcome, address = excluded.address, at = excluded.at
         where outcomes.outcome = 'ok' or not (${isCurrent})`,
    )
    .bind(report.remote, report.version, report.visitor, report.address, report.outcome, new Date().toISOString(), reportsPerAddress)
    .run()
}

/**
 * Counts the visitors who reported on a version, and the networks that reported a failure. A client with one network, or with one IPv4
 * and one IPv6 network, therefore counts as one or two failures, however many visitors it pretends to be.
 */
export async function countHealthReports(db: D1Database, remote: string, version: string): Promise<{ visitors: number; failed: number }> {
  const row = await db
    .prepare(
      `select count(*) as visitors, count(distinct address) filter (where outcome <> 'ok') as failed from outcomes
       where remote = ?1 and version = ?2 and ${isCurrent}`,
    )
    .bind(remote, version)
    .first<{ visitors: number; failed: number }>()
  return row ?? { visitors: 0, failed: 0 }
}

export async function deleteHealthReportsBefore(db: D1Database, date: Date): Promise<number> {
  const { meta } = await db.prepare('delete from outcomes where at < ?').bind(date.toISOString()).run()
  return meta.changes
}
