import { Release } from '@encre/protocol/release'
import { RemoteVersion } from '@encre/releases/registry'
import { isoDate } from '@encre/worker/moment'
import { findValue, jsonColumn, listRows, listValues } from '@encre/worker/rows'
import * as z from 'zod/mini'

/**
 * Seconds after which a started version without a result counts as silent. A healthy one reports
 * within 20 s.
 */
export const silentAfterSeconds = 60

/**
 * Seconds after which a version that was well counts as silent. It reports again after a minute,
 * which a hidden page may delay.
 */
const judgedAfterSeconds = 150

/** True for a report `started` or `ok` that no other report followed in time. */
const isSilent = `(${isOlder('started', silentAfterSeconds)} or ${isOlder('ok', judgedAfterSeconds)})`

function isOlder(outcome: string, seconds: number): string {
  return `(outcome = '${outcome}' and at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${seconds} seconds'))`
}

/** SQL conditions on a row of `health_reports`, for counts. */
export const reportKinds = {
  failure: "outcome in ('load-failed', 'error')",
  silence: isSilent,
  result: `(outcome in ('ok', 'done', 'load-failed', 'error') or ${isSilent})`,
}

/** Columns that count the kinds of failures. */
export const failureCounts = `count(*) filter (where outcome = 'load-failed') as loadFailures,
  count(*) filter (where outcome = 'error') as errors,
  count(*) filter (where ${isSilent}) as silent`

export const StoredRelease = jsonColumn(Release)

export function findRelease(
  db: D1Database,
  remote: string,
  version: string,
): Promise<Release | null> {
  const select = db.prepare('select release from releases where remote = ? and version = ?')
  return findValue(select.bind(remote, version), StoredRelease)
}

/** The release that everyone gets, but the visitors of a canary. */
export function findCurrentRelease(db: D1Database, remote: string): Promise<Release | null> {
  const select = db.prepare(
    `select release from releases join channels on channels.remote = releases.remote
       and releases.version = iif(channels.canary_share = 100, channels.canary, channels.current)
     where releases.remote = ?`,
  )
  return findValue(select.bind(remote), StoredRelease)
}

export async function findTakenRoutes(
  db: D1Database,
  remote: string,
  routes: Release['routes'],
): Promise<string[]> {
  const select = db.prepare(
    'select path from routes where path in (select value from json_each(?)) and remote <> ? order by path',
  )
  const wanted = JSON.stringify(routes.map(({ path }) => path))
  return listValues(select.bind(wanted, remote), z.string())
}

/**
 * Writes a release and claims its routes in one transaction. False when another remote owns a
 * route, or the version exists.
 */
export async function createRelease(
  db: D1Database,
  release: Release,
  author: string,
): Promise<boolean> {
  // Skips routes that the remote already owns. Another remote's route violates the primary key,
  // which cancels the batch.
  const claim = db.prepare(
    'insert into routes (path, remote) select ?1, ?2 where not exists (select 1 from routes where path = ?1 and remote = ?2)',
  )
  try {
    await db.batch([
      ...release.routes.map((route) => claim.bind(route.path, release.name)),
      db
        .prepare(
          'insert into releases (remote, version, release, author, created_at) values (?, ?, ?, ?, ?)',
        )
        .bind(release.name, release.version, JSON.stringify(release), author, isoDate()),
    ])
    return true
  } catch (error) {
    if (String(error).includes('UNIQUE constraint failed')) return false
    throw error
  }
}

export function listVersions(db: D1Database, remote: string): Promise<RemoteVersion[]> {
  const select = db.prepare(
    `select version, author, created_at as createdAt, count(*) filter (where ${reportKinds.result}) as visitors, ${failureCounts}
     from releases left join health_reports using (remote, version)
     where remote = ? group by version order by created_at desc limit 100`,
  )
  return listRows(select.bind(remote), RemoteVersion)
}

export async function listRemotes(db: D1Database): Promise<string[]> {
  const select = db.prepare('select distinct remote from releases order by remote')
  return listValues(select, z.string())
}

/** When the newest release of a remote was registered. Null without one. */
export async function findNewestRelease(db: D1Database, remote: string): Promise<Date | null> {
  return findValue(
    db.prepare('select max(created_at) from releases where remote = ?').bind(remote),
    z.nullable(z.coerce.date()),
  )
}

export async function listVersionNames(db: D1Database, remote: string): Promise<string[]> {
  const select = db.prepare('select version from releases where remote = ?')
  return listValues(select.bind(remote), z.string())
}

/**
 * Deletes all releases but the newest `keep` and those in a channel. Returns the deleted versions.
 */
export async function deleteOldReleases(
  db: D1Database,
  remote: string,
  keep: number,
): Promise<string[]> {
  const remove = db.prepare(
    `delete from releases where remote = ?1
       and version not in (select version from releases where remote = ?1 order by created_at desc limit ?2)
       and not exists (
         select 1 from channels
         where channels.remote = ?1 and releases.version in (channels.current, channels.previous, channels.canary)
       )
     returning version`,
  )
  return listValues(remove.bind(remote, keep), z.string())
}
