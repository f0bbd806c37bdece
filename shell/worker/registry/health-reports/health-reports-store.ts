import type { HealthReport } from '@encre/protocol/registry'

/** Votes on one version that are kept of one network. */
export const votesPerAddress = 5

/** What a version did before the running canary began is another story. */
const canarySince = "select coalesce(canary_since, '') from channels where remote = ?1"

/** Keeps a visitor's worst outcome with a version in the running canary. One network too many is passed over in silence. */
export async function keepOutcome(
  db: D1Database,
  vote: { remote: string; version: string; visitor: string; address: string; outcome: HealthReport['outcome'] },
): Promise<void> {
  await db
    .prepare(
      `insert into outcomes (remote, version, visitor, address, outcome, at)
       select ?1, ?2, ?3, ?4, ?5, ?6
       where (
         select count(*) from outcomes
         where remote = ?1 and version = ?2 and address = ?4 and visitor <> ?3 and at >= (${canarySince})
       ) < ?7
       on conflict (remote, version, visitor) do update set outcome = excluded.outcome, address = excluded.address, at = excluded.at
         where outcomes.outcome = 'ok' or outcomes.at < (${canarySince})`,
    )
    .bind(vote.remote, vote.version, vote.visitor, vote.address, vote.outcome, new Date().toISOString(), votesPerAddress)
    .run()
}

/**
 * How many visitors voted on a version since the running canary began, and from how many networks it was seen to fail: who has one
 * network, or one IPv4 and one IPv6, weighs no more than one or two visitors, whoever they say they are.
 */
export async function countOutcomes(db: D1Database, remote: string, version: string): Promise<{ visitors: number; failed: number }> {
  const row = await db
    .prepare(
      `select count(*) as visitors, count(distinct address) filter (where outcome <> 'ok') as failed from outcomes
       where remote = ?1 and version = ?2 and at >= (${canarySince})`,
    )
    .bind(remote, version)
    .first<{ visitors: number; failed: number }>()
  return row ?? { visitors: 0, failed: 0 }
}

export async function deleteOutcomesBefore(db: D1Database, date: Date): Promise<number> {
  const { meta } = await db.prepare('delete from outcomes where at < ?').bind(date.toISOString()).run()
  return meta.changes
}
