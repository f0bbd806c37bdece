import { findRow, listRows } from '@encre/worker/rows'
import * as z from 'zod/mini'
import { AnsweredDesign, ArtistAnswer, mostAnswers } from '../contract.ts'

const AnsweredLink = z.object({ linkId: z.string() })
const AnswerCount = z.object({ count: z.number() })

/** Stores an answer of the link's artist. Null if the link does not open, or has `mostAnswers`. */
export async function createAnswer(
  db: D1Database,
  tokenHash: string,
  text: string,
  now: Date,
): Promise<{ left: number } | null> {
  const row = await findRow(
    db
      .prepare(
        `insert into answers (id, link_id, member_id, design_id, text, created_at)
       select ?1, links.id, links.member_id, links.design_id, ?2, ?3
       from links join designs on designs.id = links.design_id and designs.member_id = links.member_id
       where token_hash = ?4 and expires_at > ?3 and deleted_at is null
         and (select count(*) from answers where link_id = links.id) < ?5
       returning link_id as linkId`,
      )
      .bind(crypto.randomUUID(), text, now.toISOString(), tokenHash, mostAnswers),
    AnsweredLink,
  )
  if (!row) return null
  const counted = await findRow(
    db.prepare('select count(*) as count from answers where link_id = ?').bind(row.linkId),
    AnswerCount,
  )
  return { left: mostAnswers - (counted?.count ?? 0) }
}

/** What artists answered to a member, about one design or all of them, newest first. */
export async function listAnswers(
  db: D1Database,
  memberId: string,
  designId: string | null,
): Promise<ArtistAnswer[]> {
  return listRows(
    db
      .prepare(
        `select id, link_id as linkId, text, created_at as createdAt, seen_at as seenAt from answers
       where member_id = ?1 ${designId === null ? '' : 'and design_id = ?2'} order by created_at desc, id`,
      )
      .bind(memberId, ...(designId === null ? [] : [designId])),
    ArtistAnswer,
  )
}

/** The designs with answers that the member has not seen, five at most, or one of them. */
export async function listAnsweredDesigns(
  db: D1Database,
  memberId: string,
  designId: string | null = null,
): Promise<AnsweredDesign[]> {
  return listRows(
    db
      .prepare(
        // SQLite takes the columns beside `max` from its row.
        `select design_id as designId, subject, answers.id as newestId, max(answers.created_at),
         count(*) as answers
       from answers join designs on designs.id = design_id
       where answers.member_id = ?1 and seen_at is null and (?2 is null or design_id = ?2)
         and deleted_at is null
       group by design_id limit 5`,
      )
      .bind(memberId, designId),
    AnsweredDesign,
  )
}

export async function markAnswersSeen(
  db: D1Database,
  memberId: string,
  designId: string,
  now: Date,
): Promise<void> {
  await db
    .prepare(
      'update answers set seen_at = ? where member_id = ? and design_id = ? and seen_at is null',
    )
    .bind(now.toISOString(), memberId, designId)
    .run()
}
