import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod/mini'
import type { App } from '../../app.ts'
import { isSiteForm, readFields } from '../oauth.ts'
import {
  findSecretOwner,
  issueOneTimeSecret,
  resetKind,
  spendOneTimeSecret,
} from '../one-time-store.ts'
import { answerPage } from '../page.ts'
import {
  hashPassword,
  normalizeEmail,
  passwordRefusals,
  refusePassword,
} from '../users/credentials.ts'
import { findAccount, findUser, replacePassword, verifyEmail } from '../users/users-store.ts'
import { countResetMail, resetMailLimit, sendMail } from './mailbox.ts'

const Form = z.object({ ticket: z.string(), password: z.string(), confirmation: z.string() })

export const resetPage = new Hono<App>()
  .get('/', async (c) => {
    const ticket = c.req.query('ticket') ?? ''
    return (await findSecretOwner(c.env.DB, resetKind, ticket))
      ? showForm(c, ticket)
      : showExpired(c)
  })
  .post('/', async (c) => {
    const form = z.safeParse(Form, await c.req.parseBody())
    if (!form.success) return showExpired(c)
    const { ticket, password, confirmation } = form.data
    if (password !== confirmation)
      return showForm(c, ticket, 'Les mots de passe ne correspondent pas')
    const owner = await findSecretOwner(c.env.DB, resetKind, ticket)
    const user = owner && (await findUser(c.env.DB, owner))
    const refusal = user && refusePassword(password, user)
    if (refusal) return showForm(c, ticket, passwordRefusals[refusal].sentence)

    const spent = await spendOneTimeSecret(c.env.DB, resetKind, ticket)
    if (!spent) return showExpired(c)
    await replacePassword(c.env.DB, spent.userId, await hashPassword(password))
    await verifyEmail(c.env.DB, spent.userId)
    return answerPage(c, {
      title: 'Mot de passe modifié',
      body: html`<p>Vous pouvez vous connecter avec votre nouveau mot de passe.</p><p><a href="${c.env.SITE_ORIGIN}/sign-in">Se connecter</a></p>`,
    })
  })

function showForm(c: Context<App>, ticket: string, problem?: string) {
  return answerPage(c, {
    title: 'Nouveau mot de passe',
    status: problem ? 400 : 200,
    body: html`${problem && html`<p role="alert">${problem}</p>`}
<form method="post" action="/reset-password">
<input type="hidden" name="ticket" value="${ticket}">
<label>Nouveau mot de passe<input name="password" type="password" autocomplete="new-password" required></label>
<label>Confirmez le mot de passe<input name="confirmation" type="password" autocomplete="new-password" required></label>
<button>Enregistrer</button>
</form>`,
  })
}

function showExpired(c: Context<App>) {
  return answerPage(c, {
    title: 'Lien expiré',
    status: 400,
    body: html`<p>Ce lien a déjà servi ou n’est plus valable.</p><p><a href="${c.env.SITE_ORIGIN}/forgot-password">Demander un nouveau lien</a></p>`,
  })
}

const Body = z.object({
  client_id: z.string(),
  connection: z.string(),
  email: z.string().check(z.minLength(1)),
})

/**
 * `POST /dbconnections/change_password`: the same answer with and without an account for the
 * address.
 */
export const changePassword = new Hono<App>().post('/', async (c) => {
  const body = z.safeParse(Body, await readFields(c))
  if (!body.success || !isSiteForm(c.env, body.data)) {
    return c.json({ error: 'client_id, connection and email are required' }, 400)
  }
  const account = await findAccount(c.env.DB, normalizeEmail(body.data.email))
  if (account && (await countResetMail(c.env.DB, account.user.id)) <= resetMailLimit) {
    const ticket = await issueOneTimeSecret(c.env.DB, resetKind, account.user.id, {})
    await sendMail(c.env.DB, {
      recipient: account.user.email,
      subject: 'Réinitialisez votre mot de passe',
      body: 'Ce lien permet de choisir un nouveau mot de passe. Il fonctionne une fois, pendant une heure.',
      link: `${new URL(c.req.url).origin}/reset-password?ticket=${ticket}`,
    })
  }
  return c.text("We've just sent you an email to reset your password.")
})
