import type { AppEnv } from '@encre/worker/app'
import { Hono } from 'hono'
import { pageHeaders } from '../pages/page-headers.ts'
import { readAsset } from '../registry/shells/deployed-shell.ts'

// This page loads no remote.
const runtimeLink = /<link [^>]*\/federation\.[^>]*>/

/** `/status`: the operators' page. It contains no figures: it asks for them with the cookie of a session. */
export const statusPage = new Hono<AppEnv<Env>>().get('/', async (c) => {
  const html = await (await readAsset(c.env, '/status.html')).text()
  return c.html(html.replace(runtimeLink, ''), 200, {
    ...pageHeaders(c.env),
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
  })
})
