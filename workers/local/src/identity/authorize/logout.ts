import { Hono } from 'hono'
import { html } from 'hono/html'
import type { App } from '../../app.ts'
import { isLogoutAddress } from '../clients.ts'
import { answerPage } from '../page.ts'
import { endSession } from './cookies.ts'

export const logout = new Hono<App>().get('/', async (c) => {
  await endSession(c)
  const returnTo = c.req.query('returnTo') ?? `${c.env.SITE_ORIGIN}/`
  if (isLogoutAddress(c.env, returnTo)) return c.redirect(returnTo)
  return answerPage(c, {
    title: 'Déconnexion effectuée',
    status: 400,
    body: html`<p>L’adresse de retour demandée n’est pas dans la liste de l’application.</p>`,
  })
})
