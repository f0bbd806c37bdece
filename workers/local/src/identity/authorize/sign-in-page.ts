import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod/mini'
import type { App } from '../../app.ts'
import { answerPage } from '../page.ts'
import {
  callerAddress,
  checkCredentials,
  passwordRefusals,
  registerUser,
} from '../users/credentials.ts'
import {
  answerWithCode,
  answerWithError,
  readRequest,
  readTarget,
  refuseTarget,
} from './authorization.ts'
import { startSession } from './sessions.ts'

const messages = {
  wrong: 'Email ou mot de passe incorrect.',
  'too-many-attempts': 'Trop de tentatives. Veuillez réessayer plus tard.',
  'invalid-email': 'Adresse email invalide.',
  PasswordStrengthError: passwordRefusals.PasswordStrengthError.sentence,
  PasswordDictionaryError: passwordRefusals.PasswordDictionaryError.sentence,
  PasswordNoUserInfoError: passwordRefusals.PasswordNoUserInfoError.sentence,
  exists: 'Un compte existe déjà avec cette adresse email.',
}

const Form = z.object({ email: z.string(), password: z.string(), name: z.optional(z.string()) })

/**
 * The tenant's own form, for a site without one (`AUTH0_SESSION=redirect`). Its query is that of
 * `/authorize`.
 */
export const signInPage = new Hono<App>().post('/', async (c) => {
  const query = c.req.query()
  const target = readTarget(c.env, query)
  // Accept this page's form only: another site could sign a visitor in to its own account.
  if (!target || c.req.header('origin') !== new URL(c.req.url).origin) return refuseTarget(c)
  const request = readRequest(c.env, query)
  if ('error' in request) return answerWithError(c, target, request)

  const form = z.safeParse(Form, await c.req.parseBody())
  if (!form.success) return showSignIn(c, { isNew: false, email: '', problem: 'wrong' })
  const { email, password, name } = form.data
  const user =
    name === undefined
      ? await checkCredentials(c.env.DB, { email, password, address: callerAddress(c) })
      : await registerUser(c.env.DB, { email, password, name })
  if (typeof user === 'string')
    return showSignIn(c, { isNew: name !== undefined, email, name, problem: user })
  return answerWithCode(c, target, request, await startSession(c, user))
})

interface Shown {
  isNew: boolean
  email: string
  name?: string | undefined
  problem?: keyof typeof messages
}

function statusOf(problem: keyof typeof messages): 400 | 429 {
  return problem === 'too-many-attempts' ? 429 : 400
}

export function showSignIn(c: Context<App>, { isNew, email, name = '', problem }: Shown) {
  const query = new URLSearchParams(c.req.query())
  const action = `/u/login?${query}`
  query.delete('prompt')
  query.set('screen_hint', isNew ? 'login' : 'signup')
  const title = isNew ? 'Créer un compte' : 'Se connecter'
  return answerPage(c, {
    title,
    status: problem ? statusOf(problem) : 200,
    formTarget: new URL(query.get('redirect_uri') ?? c.env.SITE_ORIGIN).origin,
    body: html`${problem && html`<p role="alert">${messages[problem]}</p>`}
<form method="post" action="${action}">
${isNew && html`<label>Nom<input name="name" autocomplete="name" required value="${name}"></label>`}
<label>Email<input name="email" type="email" autocomplete="email" required value="${email}"></label>
<label>Mot de passe<input name="password" type="password" autocomplete="${isNew ? 'new-password' : 'current-password'}" required></label>
<button>${title}</button>
</form>
<p><a href="/authorize?${query}">${isNew ? 'Se connecter' : 'Créer un compte'}</a></p>
<p><a href="${c.env.SITE_ORIGIN}/forgot-password">Mot de passe oublié</a></p>`,
  })
}
