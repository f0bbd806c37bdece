import { isoDate } from '@encre/worker/moment'
import { findValue } from '@encre/worker/rows'
import { Hono } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod/mini'
import type { App } from '../../app.ts'
import { answerPage } from '../page.ts'

interface Mail {
  recipient: string
  subject: string
  body: string
  link: string
  sentAt: string
}

const mostMails = 100

/** Stores mails for `/mailbox`. No mail leaves the machine. */
export async function sendMail(db: D1Database, mail: Omit<Mail, 'sentAt'>): Promise<void> {
  await db.batch([
    db
      .prepare('insert into mails (recipient, subject, body, link, sent_at) values (?, ?, ?, ?, ?)')
      .bind(mail.recipient, mail.subject, mail.body, mail.link, isoDate()),
    db.prepare('delete from mails where id <= (select max(id) from mails) - ?').bind(mostMails),
  ])
}

export async function listMails(db: D1Database): Promise<Mail[]> {
  const { results } = await db
    .prepare('select recipient, subject, body, link, sent_at as sentAt from mails order by id desc')
    .all<Mail>()
  return results
}

export const resetMailLimit = 5
const windowMs = 3_600_000

/** Counts a mail before it is sent, and returns how many the account asked for within the hour. */
export async function countResetMail(db: D1Database, userId: string): Promise<number> {
  const now = isoDate()
  const counted = db
    .prepare(
      `insert into reset_mails (user_id, mails, expires_at) values (?, 1, ?)
       on conflict (user_id) do update set
         mails = case when expires_at < ? then 1 else mails + 1 end,
         expires_at = case when expires_at < ? then excluded.expires_at else expires_at end
       returning mails`,
    )
    .bind(userId, isoDate(windowMs), now, now)
  return (await findValue(counted, z.number())) ?? resetMailLimit + 1
}

const date = new Intl.DateTimeFormat('fr', {
  dateStyle: 'long',
  timeStyle: 'medium',
  timeZone: 'Europe/Paris',
})

export const mailbox = new Hono<App>().get('/', async (c) => {
  const mails = await listMails(c.env.DB)
  return answerPage(c, {
    title: 'Boîte aux lettres locale',
    wide: true,
    body: html`<p>Les emails du service d’identité embarqué. Aucun ne quitte cette machine.</p>
${mails.length === 0 && html`<p>Aucun email.</p>`}
<ul>${mails.map(
      (mail) => html`<li><article>
<strong>${mail.subject}</strong><br>À ${mail.recipient}, <time datetime="${mail.sentAt}">${date.format(new Date(mail.sentAt))}</time>
<pre>${mail.body}</pre><a href="${mail.link}">${mail.link}</a>
</article></li>`,
    )}</ul>`,
  })
})
