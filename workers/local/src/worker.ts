import { createApp } from '@encre/worker/app'
import { readBytes } from '@encre/worker/body'
import { createHealth } from '@encre/worker/health'
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { answerFaults, faults } from './faults.ts'
import { authorize } from './identity/authorize/authorize.ts'
import { coAuthenticate } from './identity/authorize/co-authenticate.ts'
import { logout } from './identity/authorize/sessions.ts'
import { signInPage } from './identity/authorize/sign-in-page.ts'
import { managementUsers } from './identity/management/management.ts'
import { listPageClients } from './identity/oauth.ts'
import { mailbox } from './identity/reset/mailbox.ts'
import { changePassword, resetPage } from './identity/reset/reset-page.ts'
import { userinfo, wellKnown } from './identity/token/openid.ts'
import { token } from './identity/token/token.ts'
import { signup } from './identity/users/signup.ts'
import { images } from './images/images.ts'

const health = createHealth<Env>('local', {
  d1: (env) => env.DB.prepare('select id from users limit 1').run(),
})

/** Allows the pages of its clients, with cookies, on every route but the test control. */
const allowSite = cors({
  origin: (origin, c) =>
    listPageClients(c.env).some((client) => client.origin === origin) ? origin : null,
  credentials: true,
  allowMethods: ['GET', 'POST'],
  allowHeaders: ['Content-Type', 'Authorization', 'Auth0-Client'],
  maxAge: 600,
})

/** Before anything else: a form that ends too early is refused in one place. */
const readWhole = createMiddleware(async (c, next) => {
  if (c.req.raw.body) {
    const body = await readBytes(c, Number.POSITIVE_INFINITY)
    c.req.raw = new Request(c.req.raw, { body })
  }
  await next()
})

/** Of this machine, whatever the configured origin. */
const names = ['localhost', '127.0.0.1', '[::1]']

/** Refuses DNS rebinding: a site whose name resolves to this machine still sends its own name. */
function isOwnOrigin(url: string, ownOrigin: string): boolean {
  const { hostname, port } = new URL(url)
  const own = new URL(ownOrigin)
  return [...names, own.hostname].includes(hostname) && port === own.port
}

const app = createApp<Env>('local')
  .use(allowSite)
  .use(readWhole)
  .use(answerFaults)
  .route('/health', health)
  .route('/faults', faults)
  .route('/v1', images)
  .route('/.well-known', wellKnown)
  .route('/dbconnections/signup', signup)
  .route('/dbconnections/change_password', changePassword)
  .route('/mailbox', mailbox)
  .route('/reset-password', resetPage)
  .route('/co/authenticate', coAuthenticate)
  .route('/authorize', authorize)
  .route('/u/login', signInPage)
  .route('/oauth/token', token)
  .route('/userinfo', userinfo)
  .route('/v2/logout', logout)
  .route('/api/v2/users', managementUsers)

export default {
  fetch: (request, env, ctx) =>
    isOwnOrigin(request.url, env.LOCAL_ORIGIN)
      ? app.fetch(request, env, ctx)
      : new Response(null, { status: 404 }),
} satisfies ExportedHandler<Env>
