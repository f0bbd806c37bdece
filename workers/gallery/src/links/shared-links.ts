import type { AppEnv } from '@encre/worker/app'
import { isDocumentRequest } from '@encre/worker/document-request'
import { ownerKey } from '@encre/worker/owner-key'
import { problem } from '@encre/worker/problem'
import { hashToken } from '@encre/worker/token'
import { Hono } from 'hono'
import type { GalleryProblem } from '../contract.ts'
import { imageKey } from '../designs-files.ts'
import { extensionOf } from '../image-type.ts'
import { answerGone, privateHeaders } from './link-answers.ts'
import { findSharedDesign, recordOpening } from './links-store.ts'

/** What the page of a link asks for. The token is in the path, so nobody is signed in. */
export const sharedLinks = new Hono<AppEnv<Env>>()
  // An address of its own: the member's signed one would open for hours after the link was revoked.
  .get('/:token/image', async (c) => {
    const design = await findSharedDesign(c.env.DB, await hashToken(c.req.param('token')), new Date())
    const object = design && (await c.env.IMAGES.get(imageKey(await ownerKey(design.memberId), design.id)))
    if (!object) return isDocumentRequest(c.req.raw.headers) ? answerGone(c) : problem<GalleryProblem>(c, 404, 'not-found')
    const type = object.httpMetadata?.contentType ?? 'application/octet-stream'
    return c.body(object.body, 200, {
      ...privateHeaders,
      'Content-Type': type,
      'Content-Length': String(object.size),
      'Content-Disposition': `inline; filename="encre-design.${extensionOf(type)}"`,
      // As for every image: nothing in it may run, and a browser's image viewer uses inline styles.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
  })
  // A visible page sends it, so programs that fetch addresses for previews do not count. Every token gets the same answer.
  .post('/:token/openings', async (c) => {
    await recordOpening(c.env.DB, await hashToken(c.req.param('token')), new Date())
    return c.body(null, 204, { 'Cache-Control': 'no-store' })
  })
