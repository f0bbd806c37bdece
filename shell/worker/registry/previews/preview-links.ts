import type { AppEnv } from '@encre/worker/app'
import { type Context, Hono } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { previewGonePage } from '../../notice-pages.ts'
import { previewCookie, readPreview } from './find-preview.ts'
import { readPreviewClaims } from './preview-token.ts'

/** The path to which the banner's form sends its request. */
export const endPreviewPath = '/api/releases/previews/end'

/** `/api/releases/previews`: opens a preview for the visitor who has its link, and ends it. */
export const previewLinks = new Hono<AppEnv<Env>>()
  .post('/end', (c) => {
    deleteCookie(c, previewCookie, { path: '/', secure: isSecure(c) })
    return c.redirect(pageBefore(c), 303)
  })

  .get('/:token', async (c) => {
    const token = c.req.param('token')
    const claims = await readPreviewClaims(c.env.COMPOSITION_SECRET, token)
    const preview = claims && (await readPreview(c.env, claims))
    if (!preview || !claims) return previewGonePage(c)
    c.header('Cache-Control', 'no-store')
    const maxAge = Math.ceil((claims.expires - Date.now()) / 1000)
    setCookie(c, previewCookie, token, { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure(c), maxAge })
    const first = preview.routes.find(({ path }) => !path.includes(':'))
    return c.redirect(`${c.env.SITE_ORIGIN}${first?.path ?? '/'}`, 302)
  })

function isSecure({ env }: Context<AppEnv<Env>>): boolean {
  return env.SITE_ORIGIN.startsWith('https:')
}

/** The page with the banner, by the `Referer` of its form. */
function pageBefore(c: Context<AppEnv<Env>>): string {
  const referrer = URL.parse(c.req.header('referer') ?? '')
  return referrer?.origin === c.env.SITE_ORIGIN ? referrer.pathname + referrer.search : '/'
}
