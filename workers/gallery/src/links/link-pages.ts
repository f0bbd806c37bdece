import type { AppEnv } from '@encre/worker/app'
import { logError } from '@encre/worker/log'
import { hashToken } from '@encre/worker/token'
import { Hono } from 'hono'
import { answerGone, answerPage } from './link-answers.ts'
import { findSharedDesign } from './links-store.ts'
import { linkPage, unavailablePage } from './page-html.ts'

/** `/f/:token`: the page that a tattoo artist opens. It needs no script to show the image, the size and the notes. */
export const linkPages = new Hono<AppEnv<Env>>()
  .get('/:token', async (c) => {
    const token = c.req.param('token')
    const design = await findSharedDesign(c.env.DB, await hashToken(token), new Date())
    return design ? answerPage(c, await linkPage(design, token)) : answerGone(c)
  })
  .get('/*', answerGone)
  .onError(async (error, c) => {
    logError(error, { requestId: c.var.requestId, page: 'link' })
    return answerPage(c, await unavailablePage(), 503)
  })
