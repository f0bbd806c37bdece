import type { SharedProblem } from '@encre/protocol/problem'
import { isSitePath } from '@encre/protocol/site-path'
import {
  type CreatedPreview,
  NewPreview,
  type Previews,
  type ReleaseProblem,
} from '@encre/releases/registry'
import type { AppEnv } from '@encre/worker/app'
import { readBody } from '@encre/worker/body'
import { problem } from '@encre/worker/problem'
import { type Context, Hono } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { previewMs } from '../../lifetimes.ts'
import { previewGonePage, previewQuestionPage } from '../../notice-pages.ts'
import { settingsOf } from '../../settings.ts'
import type { RegistryEnv } from '../tokens/require-token.ts'
import {
  type Preview,
  previewCookie,
  readPreview,
  readPreviewClaims,
  readShown,
  signPreview,
} from './find-preview.ts'
import { createPreview, deletePreview, listPreviews } from './previews-store.ts'

type Code = ReleaseProblem | SharedProblem

/**
 * `/api/releases/:remote/previews`: a team creates a link to one version of its remote, promoted or
 * not, and ends it.
 */
export const previews = new Hono<RegistryEnv>()
  .get('/', async (c) => c.json<Previews>({ previews: await listPreviews(c.env.DB, c.var.remote) }))

  .post('/', async (c) => {
    const body = await readBody(c, NewPreview, { anyType: true })
    if (!body) return problem<Code>(c, 400, 'invalid-request')
    if ('live' in body && !settingsOf(c.env).allowsLivePreviews)
      return problem<Code>(c, 409, 'live-previews-off')
    const { remote, author, tokenId } = c.var
    const now = Date.now()
    const claims = {
      id: crypto.getRandomValues(new Uint8Array(6)).toHex(),
      remote,
      ...body,
      expires: now + previewMs,
    }
    if (!(await readShown(c.env, claims))) return problem<Code>(c, 409, 'unknown-version')
    const createdAt = new Date(now).toISOString()
    const expiresAt = new Date(claims.expires).toISOString()
    const shown = 'live' in body ? body.live : body.version
    await createPreview(
      c.env.DB,
      { id: claims.id, remote, shown, author, createdAt, expiresAt },
      tokenId,
    )
    const url = `${settingsOf(c.env).origin}/api/releases/previews/${await signPreview(c.env.COMPOSITION_SECRET, claims)}`
    return c.json<CreatedPreview>({ url, expiresAt }, 201, { 'Cache-Control': 'no-store' })
  })

  .delete('/:id', async (c) => {
    const id = c.req.param('id')
    const deleted = await deletePreview(c.env.DB, c.var.remote, id)
    return deleted
      ? c.body(null, 204)
      : problem<SharedProblem>(
          c,
          404,
          'not-found',
          `no preview of ${c.var.remote} has the id ${id}`,
        )
  })

export const endPreviewPath = '/api/releases/previews/end'

/** `/api/releases/previews`: asks the visitor who has a link, opens its preview, and ends it. */
export const previewLinks = new Hono<AppEnv<Env>>()
  .post('/end', (c) => {
    deleteCookie(c, previewCookie, { path: '/', secure: settingsOf(c.env).isSecure })
    return c.redirect(pageBefore(c), 303)
  })

  .get('/:token', async (c) => {
    const preview = await findLinked(c)
    return preview ? previewQuestionPage(c, questionOf(preview)) : previewGonePage(c)
  })

  .post('/:token', async (c) => {
    const preview = await findLinked(c)
    if (!preview) return previewGonePage(c)
    // Only the question's own form opens it: another site could send one too.
    if (c.req.header('origin') !== settingsOf(c.env).origin)
      return previewQuestionPage(c, questionOf(preview))
    c.header('Cache-Control', 'no-store')
    const maxAge = Math.ceil((preview.expires - Date.now()) / 1000)
    setCookie(c, previewCookie, c.req.param('token'), {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure: settingsOf(c.env).isSecure,
      maxAge,
    })
    const first = preview.routes.find(({ path }) => !path.includes(':'))
    return c.redirect(`${settingsOf(c.env).origin}${first?.path ?? '/'}`, 303)
  })

async function findLinked(c: Context<AppEnv<Env>>) {
  const claims = await readPreviewClaims(c.env.COMPOSITION_SECRET, c.req.param('token') ?? '')
  const preview = claims && (await readPreview(c.env, claims))
  return claims && preview && { ...preview, expires: claims.expires }
}

function questionOf({ remote, live, version }: Preview) {
  return { remote, shown: live ?? version.version }
}

function pageBefore(c: Context<AppEnv<Env>>): string {
  const referrer = URL.parse(c.req.header('referer') ?? '')
  const path =
    referrer?.origin === settingsOf(c.env).origin ? referrer.pathname + referrer.search : ''
  return isSitePath(path) ? path : '/'
}
