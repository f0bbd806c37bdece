import { isoDate } from '../dates.ts'

interface Mail {
  recipient: string
  subject: string
  body: string
  link: string
  sentAt: string
}

/** Older mails are deleted. */
const mostMails = 100

/** Stores mails for `/mailbox`. No mail leaves the machine. */
export async function sendMail(db: D1Database, mail: Omit<Mail, 'sentAt'>): Promise<void> {
  await db.batch([
    db
      .prepare('insert into mails (recipient, subject, body, link, sent_at) values (?, ?, ?, ?, ?)')
      .bind(mail.recipient, mail.subject, mail.body, mail.link, new Date().toISOString()),
    db.prepare('delete from mails where id <= (select max(id) from mails) - ?').bind(mostMails),
  ])
}

/** Newest first. */
export async function listMails(db: D1Database): Promise<Mail[]> {
  const { results } = await db
    .prepare('select recipient, subject, body, link, sent_at from mails order by id desc')
    .all<{ recipient: string; subject: string; body: string; link: string; sent_at: string }>()
  return results.map(({ sent_at, ...mail }) => ({ ...mail, sentAt: sent_at }))
}

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
