import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { App } from '../../app.ts'
import { isSite } from '../clients.ts'
import { readFields } from '../oauth-error.ts'
import { issueOneTimeSecret, resetKind } from '../one-time-store.ts'
import { normalizeEmail } from '../users/credentials.ts'
import { findAccount } from '../users/users-store.ts'
import { countResetMail, resetMailLimit, sendMail } from './mails-store.ts'

const Body = z.object({ client_id: z.string(), connection: z.string(), email: z.string().check(z.minLength(1)) })

/** `POST /dbconnections/change_password`: the same answer with and without an account for the address. */
export const changePassword = new Hono<App>().post('/', async (c) => {
  const body = z.safeParse(Body, await readFields(c))
  if (!body.success || !isSite(c.env, body.data.client_id) || body.data.connection !== c.env.AUTH0_CONNECTION) {
    return c.json({ error: 'client_id, connection and email are required' }, 400)
  }
  const account = await findAccount(c.env.DB, normalizeEmail(body.data.email))
  // The answer stays the same, so that it tells nobody which addresses have an account.
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
