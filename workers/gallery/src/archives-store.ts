import * as z from 'zod/mini'

export interface Archive {
  memberId: string
  designIds: string[]
}

export interface ArchivedDesign {
  id: string
  subject: string
  origin: string
  createdAt: string
}

/** Number of archives that a member may have at a time: each stores up to 500 ids. */
export const maxPerMember = 20

/** False if the member has too many archives. */
export async function createArchive(db: D1Database, tokenHash: string, archive: Archive, expiresAt: Date): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `insert into archives (token_hash, member_id, design_ids, expires_at)
       select ?1, ?2, ?3, ?4 where (select count(*) from archives where member_id = ?2) < ?5`,
    )
    .bind(tokenHash, archive.memberId, JSON.stringify(archive.designIds), expiresAt.toISOString(), maxPerMember)
    .run()
  return meta.changes > 0
}

/** Null for an unknown and for an expired token. */
export async function findArchive(db: D1Database, tokenHash: string, now: Date): Promise<Archive | null> {
  const row = await db
    .prepare('select member_id as memberId, design_ids as designIds from archives where token_hash = ? and expires_at > ?')
    .bind(tokenHash, now.toISOString())
    .first<{ memberId: string; designIds: string }>()
  return row && { memberId: row.memberId, designIds: z.parse(z.array(z.string()), JSON.parse(row.designIds)) }
}

/** The designs of an archive that the member still has, newest first. */
export async function listArchived(db: D1Database, { memberId, designIds }: Archive): Promise<ArchivedDesign[]> {
  const { results } = await db
    .prepare(
      `select id, subject, origin, created_at as createdAt from designs
       where id in (select value from json_each(?)) and member_id = ? and deleted_at is null order by created_at desc, id desc`,
    )
    .bind(JSON.stringify(designIds), memberId)
    .all<ArchivedDesign>()
  return results
}

export async function deleteExpiredArchives(db: D1Database, now: Date): Promise<void> {
  await db.prepare('delete from archives where expires_at < ?').bind(now.toISOString()).run()
}
