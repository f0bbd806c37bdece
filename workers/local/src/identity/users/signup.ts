import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { App } from '../../app.ts'
import { isSiteForm, readFields } from '../oauth.ts'
import { type PasswordRefusal, passwordRefusals, registerUser } from './credentials.ts'

const Body = z.object({
  client_id: z.string(),
  connection: z.string(),
  email: z.string(),
  password: z.string(),
  name: z.optional(z.string().check(z.maxLength(300))),
})

/** `POST /dbconnections/signup`. Its refusals have `code`; other Auth0 endpoints have `error`. */
export const signup = new Hono<App>().post('/', async (c) => {
  const body = z.safeParse(Body, await readFields(c))
  if (!body.success || !isSiteForm(c.env, body.data)) {
    return c.json(badRequest('invalid_signup', 'Invalid sign up'), 400)
  }
  const user = await registerUser(c.env.DB, body.data)
  if (user === 'invalid-email') return c.json(badRequest('invalid_signup', 'Invalid sign up'), 400)
  if (user === 'exists') return c.json(badRequest('user_exists', 'The user already exists.'), 400)
  if (typeof user === 'string') return c.json(badPassword(user), 400)
  return c.json({
    _id: user.id.replace('auth0|', ''),
    email_verified: false,
    email: user.email,
    name: user.name,
  })
})

function badRequest(code: string, description: string) {
  return { name: 'BadRequestError', code, description, statusCode: 400 }
}

/** Like Auth0, only `name` has the reason. */
function badPassword(name: PasswordRefusal) {
  const { message } = passwordRefusals[name]
  return { name, message, code: 'invalid_password', description: message, statusCode: 400 }
}
