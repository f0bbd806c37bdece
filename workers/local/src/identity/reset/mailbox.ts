import { Hono } from 'hono'
import { html } from 'hono/html'
import type { App } from '../../app.ts'
import { answerPage } from '../page.ts'
import { listMails } from './mails-store.ts'

const date = new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'Europe/Paris' })

/** Shows developers the mails that the tenant would have sent. */
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
