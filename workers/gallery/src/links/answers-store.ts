import { type AnsweredDesign, type ArtistAnswer, mostAnswers } from '../contract.ts'

/** Stores an answer of the link's artist. Null if the link does not open, or has `mostAnswers`. */
export async function createAnswer(db: D1Database, tokenHash: string, text: string, now: Date): Promise<{ left: number } | null> {
  const row = await db
    .prepare(
      `insert into answers (id, link_id, member_id, design_id, text, created_at)
       select ?1, links.id, links.member_id, links.design_id, ?2, ?3
       from links join designs on designs.id = links.design_id and designs.member_id = links.member_id
       where token_hash = ?4 and expires_at > ?3 and deleted_at is null
         and (select count(*) from answers where link_id = links.id) < ?5
       returning link_id as linkId`,
    )
    .bind(crypto.randomUUID(), text, now.toISOString(), tokenHash, mostAnswers)
    .first<{ linkId: string }>()
  if (!row) return null
  const count = await db.prepare('select count(*) as count from answers where link_id = ?').bind(row.linkId).first<number>('count')
  return { left: mostAnswers - (count ?? 0) }
}

/** What artists answered to a member, about one design or all of them, newest first. */
export async function listAnswers(db: D1Database, memberId: string, designId: string | null): Promise<ArtistAnswer[]> {
  const { results } = await db
    .prepare(
      `select id, link_id as linkId, text, created_at as createdAt, seen_at as seenAt from answers
       where member_id = ?1 ${designId === null ? '' : 'and design_id = ?2'} order by created_at desc, id`,
    )
    .bind(memberId, ...(designId === null ? [] : [designId]))
    .all<ArtistAnswer>()
  return results
}

export async function listAnsweredDesigns(db: D1Database, memberId: string): Promise<AnsweredDesign[]> {
  const { results } = await db
    .prepare(
      `select design_id as designId, subject, max(answers.id) as newestId
       from answers join designs on designs.id = design_id
       where answers.member_id = ? and seen_at is null group by design_id limit 5`,
    )
    .bind(memberId)
    .all<AnsweredDesign>()
  return results
}

export async function markAnswersSeen(db: D1Database, memberId: string, designId: string, now: Date): Promise<void> {
  await db
    .prepare('update answers set seen_at = ? where member_id = ? and design_id = ? and seen_at is null')
    .bind(now.toISOString(), memberId, designId)
    .run()
}
