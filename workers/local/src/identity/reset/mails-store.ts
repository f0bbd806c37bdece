export interface Mail {
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
