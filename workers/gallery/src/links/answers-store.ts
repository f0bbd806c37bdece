import { isoDate } from '@encre/worker/moment'
import { listRows, selectColumns } from '@encre/worker/rows'
import { AnsweredDesign, ArtistAnswer, type NewArtistAnswer } from '../contract.ts'

type Answer = Pick<NewArtistAnswer, 'text' | 'verdict' | 'sizeMm'> & { id: string }

/**
 * Stores an answer of the link's artist once per id. False if the link ended meanwhile, or if the id
 * is that of an answer to another link.
 */
export async function createAnswer(
  db: D1Database,
  linkId: string,
  { id, text, verdict, sizeMm }: Answer,
): Promise<boolean> {
  const [, found] = await db.batch([
    db
      .prepare(
        `insert into answers (id, link_id, member_id, design_id, text, created_at, verdict, size_mm)
         select ?1, id, member_id, design_id, ?2, ?3, ?5, ?6 from links where id = ?4 and expires_at > ?3
         on conflict (id) do nothing`,
      )
      .bind(id, text, isoDate(), linkId, verdict ?? null, sizeMm ?? null),
    db.prepare('select 1 from answers where id = ? and link_id = ?').bind(id, linkId),
  ])
  return found?.results.length === 1
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
        `select ${selectColumns(ArtistAnswer)} from answers
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
): Promise<void> {
  await db
    .prepare(
      'update answers set seen_at = ? where member_id = ? and design_id = ? and seen_at is null',
    )
    .bind(isoDate(), memberId, designId)
    .run()
}
