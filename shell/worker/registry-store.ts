import type { Channel, CompositionRecord, History, RemoteStatus } from '@encre/protocol/registry'
import { Release } from '@encre/protocol/release'
import * as z from 'zod/mini'

/** A remote as visitors get it. */
export interface RegistryEntry {
  remote: string
  current: Release
  previous: Release | null
  canary: { release: Release; share: number } | null
}

/** Every remote that has been promoted, by name. Throws when one row is not a release. */
export async function readRegistryRows(db: D1Database): Promise<RegistryEntry[]> {
  const { results } = await db
    .prepare(
      `select channels.remote, channels.canary_share, now.release as current, before.release as previous, next.release as canary
       from channels
       join releases as now on now.remote = channels.remote and now.version = channels.current
       left join releases as before on before.remote = channels.remote and before.version = channels.previous
       left join releases as next on next.remote = channels.remote and next.version = channels.canary
       order by channels.remote`,
    )
    .all<{ remote: string; canary_share: number; current: string; previous: string | null; canary: string | null }>()
  return results.map((row) => ({
    remote: row.remote,
    current: parseRelease(row.current),
    previous: row.previous ? parseRelease(row.previous) : null,
    canary: row.canary ? { release: parseRelease(row.canary), share: row.canary_share } : null,
  }))
}

function parseRelease(text: string): Release {
  return z.parse(Release, JSON.parse(text))
}

export async function findRelease(db: D1Database, remote: string, version: string): Promise<Release | null> {
  const row = await db
    .prepare('select release from releases where remote = ? and version = ?')
    .bind(remote, version)
    .first<{ release: string }>()
  return row && parseRelease(row.release)
}

/** Which of these routes belong to another remote. */
export async function findTakenRoutes(db: D1Database, remote: string, routes: Release['routes']): Promise<string[]> {
  const { results } = await db
    .prepare('select path from routes where path in (select value from json_each(?)) and remote <> ? order by path')
    .bind(JSON.stringify(routes.map((route) => route.path)), remote)
    .all<{ path: string }>()
  return results.map((row) => row.path)
}

/** Writes a release and claims its routes, all or nothing. False when another remote has one of them, or the version exists. */
export async function createRelease(db: D1Database, release: Release, author: string): Promise<boolean> {
  // One that is its own already is passed over; another's breaks the primary key, and with it the batch.
  const claim = db.prepare(
    'insert into routes (path, remote) select ?1, ?2 where not exists (select 1 from routes where path = ?1 and remote = ?2)',
  )
  try {
    await db.batch([
      ...release.routes.map((route) => claim.bind(route.path, release.name)),
      db
        .prepare('insert into releases (remote, version, release, author, created_at) values (?, ?, ?, ?, ?)')
        .bind(release.name, release.version, JSON.stringify(release), author, new Date().toISOString()),
    ])
    return true
  } catch (error) {
    if (String(error).includes('UNIQUE constraint failed')) return false
    throw error
  }
}

export async function getChannel(db: D1Database, remote: string): Promise<Channel> {
  const row = await db
    .prepare('select current, previous, canary, canary_share, revision from channels where remote = ?')
    .bind(remote)
    .first<{ current: string; previous: string | null; canary: string | null; canary_share: number; revision: number }>()
  return {
    remote,
    current: row?.current ?? null,
    previous: row?.previous ?? null,
    canary: row?.canary ? { version: row.canary, share: row.canary_share } : null,
    revision: row?.revision ?? 0,
  }
}

/** A change of what visitors get, and what the history says of it. */
export interface ChannelChange {
  action: 'promote' | 'rollback' | 'canary'
  /** The version that the action is about, and what it takes the place of. */
  version: string
  replaced: string | null
  author: string
  reason: string | null
  next: { current: string; previous: string | null; canary: { version: string; share: number } | null }
}

/**
 * Applies a change if the channel is still at `revision`, and writes it in the history; the loser of two gets false and
 * changes nothing. Also false when a version of it has been pruned meanwhile.
 */
export async function changeChannel(db: D1Database, remote: string, revision: number, change: ChannelChange): Promise<boolean> {
  const { current, previous, canary } = change.next
  const versions = [current, previous, canary?.version].filter((version) => version != null)
  const [update] = await db.batch([
    db
      .prepare(
        `insert into channels (remote, current, previous, canary, canary_share, revision)
         select ?1, ?2, ?3, ?4, ?5, ?6 + 1
         where ?6 = coalesce((select revision from channels where remote = ?1), 0)
           and ?7 = (select count(*) from releases where remote = ?1 and version in (select value from json_each(?8)))
         on conflict (remote) do update set current = excluded.current, previous = excluded.previous, canary = excluded.canary,
           canary_share = excluded.canary_share, revision = excluded.revision`,
      )
      .bind(remote, current, previous, canary?.version ?? null, canary?.share ?? 0, revision, versions.length, JSON.stringify(versions)),
    db
      .prepare(
        `insert into history (remote, action, version, replaced, share, author, reason, at)
         select ?, ?, ?, ?, ?, ?, ?, ? where changes() = 1`,
      )
      .bind(
        remote,
        change.action,
        change.version,
        change.replaced,
        change.action === 'canary' ? (canary?.share ?? 0) : null,
        change.author,
        change.reason,
        new Date().toISOString(),
      ),
  ])
  return update?.meta.changes === 1
}

/** What a rollback leaves to fall back to: the last version promoted that nobody went back from. */
export async function findFallback(db: D1Database, remote: string, except: string[]): Promise<string | null> {
  const row = await db
    .prepare(
      `select history.version from history
       join releases on releases.remote = history.remote and releases.version = history.version
       where history.remote = ?1 and history.action = 'promote'
         and history.version not in (select value from json_each(?2))
         and history.version not in (select replaced from history where remote = ?1 and action = 'rollback' and replaced is not null)
       order by history.id desc limit 1`,
    )
    .bind(remote, JSON.stringify(except))
    .first<{ version: string }>()
  return row?.version ?? null
}

export async function listVersions(db: D1Database, remote: string): Promise<RemoteStatus['versions']> {
  const { results } = await db
    .prepare('select version, author, created_at from releases where remote = ? order by created_at desc limit 100')
    .bind(remote)
    .all<{ version: string; author: string; created_at: string }>()
  return results.map((row) => ({ version: row.version, author: row.author, createdAt: row.created_at }))
}

export async function listHistory(db: D1Database, remote: string): Promise<History['entries']> {
  const { results } = await db
    .prepare('select action, version, replaced, share, author, reason, at from history where remote = ? order by id desc limit 100')
    .bind(remote)
    .all<History['entries'][number]>()
  return results
}

export async function createToken(db: D1Database, hash: string, remote: string, author: string): Promise<void> {
  await db
    .prepare('insert into tokens (hash, remote, author, created_at) values (?, ?, ?, ?)')
    .bind(hash, remote, author, new Date().toISOString())
    .run()
}

export async function findToken(db: D1Database, hash: string): Promise<{ remote: string; author: string } | null> {
  return db.prepare('select remote, author from tokens where hash = ?').bind(hash).first<{ remote: string; author: string }>()
}

export async function keepComposition(db: D1Database, composition: Omit<CompositionRecord, 'createdAt'>): Promise<void> {
  await db
    .prepare('insert into compositions (id, body, created_at) values (?, ?, ?) on conflict (id) do nothing')
    .bind(composition.id, JSON.stringify({ shell: composition.shell, remotes: composition.remotes }), new Date().toISOString())
    .run()
}

export async function findComposition(db: D1Database, id: string): Promise<unknown> {
  const row = await db
    .prepare('select body, created_at from compositions where id = ?')
    .bind(id)
    .first<{ body: string; created_at: string }>()
  return row && { id, ...JSON.parse(row.body), createdAt: row.created_at }
}

export async function deleteCompositionsBefore(db: D1Database, date: Date): Promise<number> {
  const { meta } = await db.prepare('delete from compositions where created_at < ?').bind(date.toISOString()).run()
  return meta.changes
}
