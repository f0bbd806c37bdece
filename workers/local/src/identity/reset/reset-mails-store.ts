import { isoDate } from '../dates.ts'

/** Mails with a link to a new password that one account gets within an hour. */
export const resetMailLimit = 5
const windowSeconds = 3600

/** Counts a mail before it is sent, and returns how many the account asked for within the hour. */
export async function countResetMail(db: D1Database, userId: string): Promise<number> {
  const now = isoDate()
  const row = await db
    .prepare(
      `insert into reset_mails (user_id, mails, expires_at) values (?, 1, ?)
       on conflict (user_id) do update set
         mails = case when expires_at < ? then 1 else mails + 1 end,
         expires_at = case when expires_at < ? then excluded.expires_at else expires_at end
       returning mails`,
    )
    .bind(userId, isoDate(windowSeconds), now, now)
    .first<{ mails: number }>()
  return row?.mails ?? resetMailLimit + 1
}
