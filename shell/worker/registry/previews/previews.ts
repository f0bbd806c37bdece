import { isSitePath } from '@encre/protocol/site-path'
import { type CreatedPreview, NewPreview, type Previews } from '@encre/releases/registry'
import { withBody } from '@encre/worker/body'
import { isoDate } from '@encre/worker/moment'
import { type Context, Hono } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { previewMs } from '../../lifetimes.ts'
import { previewGonePage, previewQuestionPage } from '../../notice-pages.ts'
import { problem } from '../../problem.ts'
import { settingsOf } from '../../settings.ts'
import type { SiteContext, SiteEnv } from '../../site-env.ts'
import type { RegistryEnv } from '../tokens/require-token.ts'
import {
  type Previewed,
  previewCookie,
  readPreview,
  readPreviewClaims,
  readReleases,
  signPreview,
} from './find-preview.ts'
import { createPreviews, deletePreview, listPreviews } from './previews-store.ts'

/**
 * `/api/releases/:remote/previews`: a team creates a link to one version of its remote, promoted or
 * not, beside uploaded versions of others, and ends it.
 */
export const previews = new Hono<RegistryEnv>()
  .get('/', async (c) => c.json<Previews>({ previews: await listPreviews(c.env.DB, c.var.remote) }))

  .post(
    '/',
    withBody(NewPreview, async (c: Context<RegistryEnv>, body) => {
      const { author, tokenId } = c.var
      const first = nameVersion({ remote: c.var.remote, version: body.version })
      const others = (body.with ?? []).map(nameVersion)
      const all = [first, ...others]
      if (new Set(all.map(({ remote }) => remote)).size < all.length)
        return problem(c, 400, 'invalid-request', 'a page has one version of a remote')
      if (!(await readReleases(c.env, all))) return problem(c, 409, 'unknown-version')
      const expiresAt = isoDate(previewMs)
      const times = { createdAt: isoDate(), expiresAt }
      const rows = all.map(({ version, ...one }) => ({ ...one, shown: version, author, ...times }))
      await createPreviews(c.env.DB, rows, tokenId)
      const claims = {
        ...first,
        ...(others.length > 0 && { with: others }),
        expires: Date.parse(expiresAt),
      }
      const token = await signPreview(c.env.COMPOSITION_SECRET, claims)
      const url = `${settingsOf(c.env).origin}/api/releases/previews/${token}`
      return c.json<CreatedPreview>({ url, expiresAt }, 201, {
        'Cache-Control': 'no-store',
      })
    }),
  )

  .delete('/:id', async (c) => {
    const id = c.req.param('id')
    const deleted = await deletePreview(c.env.DB, c.var.remote, id)
    return deleted
      ? c.body(null, 204)
      : problem(c, 404, 'not-found', `no preview of ${c.var.remote} has the id ${id}`)
  })

export const endPreviewPath = '/api/releases/previews/end'

/** `/api/releases/previews`: asks the visitor who has a link, opens its preview, and ends it. */
export const previewLinks = new Hono<SiteEnv>()
  .post('/end', (c) => {
    deleteCookie(c, previewCookie, { path: '/', secure: settingsOf(c.env).isSecure })
    return c.redirect(pageBefore(c), 303)
  })

  .get('/:token', async (c) => {
    const preview = await findLinked(c)
    return preview ? previewQuestionPage(c, preview.releases) : previewGonePage(c)
  })

  .post('/:token', async (c) => {
    const preview = await findLinked(c)
    if (!preview) return previewGonePage(c)
    // Only the question's own form opens it: another site could send one too.
    if (c.req.header('origin') !== settingsOf(c.env).origin)
      return previewQuestionPage(c, preview.releases)
    c.header('Cache-Control', 'no-store')
    const maxAge = Math.ceil((preview.expires - Date.now()) / 1000)
    setCookie(c, previewCookie, c.req.param('token'), {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure: settingsOf(c.env).isSecure,
      maxAge,
    })
    const first = preview.releases[0]?.routes.find(({ path }) => !path.includes(':'))
    return c.redirect(`${settingsOf(c.env).origin}${first?.path ?? '/'}`, 303)
  })

async function findLinked(c: SiteContext) {
  const claims = await readPreviewClaims(c.env.COMPOSITION_SECRET, c.req.param('token') ?? '')
  const releases = claims && (await readPreview(c.env, claims))
  return claims && releases && { releases, expires: claims.expires }
}

function nameVersion(one: Omit<Previewed, 'id'>): Previewed {
  return { id: crypto.getRandomValues(new Uint8Array(6)).toHex(), ...one }
}

function pageBefore(c: SiteContext): string {
  const referrer = URL.parse(c.req.header('referer') ?? '')
  const path =
    referrer?.origin === settingsOf(c.env).origin ? referrer.pathname + referrer.search : ''
  return isSitePath(path) ? path : '/'
}
