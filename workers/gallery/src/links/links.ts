import { readBody } from '@encre/worker/body'
import type { MemberEnv } from '@encre/worker/member'
import { problem } from '@encre/worker/problem'
import { createToken, hashToken } from '@encre/worker/secrets'
import { Hono } from 'hono'
import {
  type ArtistLinks,
  type CreatedArtistLink,
  type GalleryProblem,
  galleryPaths,
  mostLinks,
  NewArtistLink,
} from '../contract.ts'
import { findDesign } from '../designs-store.ts'
import { settingsOf } from '../worker-settings.ts'
import { listAnswers, markAnswersSeen } from './answers-store.ts'
import { createLink, deleteLink, isSharingStopped, listLinks } from './links-store.ts'

const dayMs = 24 * 60 * 60 * 1000

/** `/designs/:id/links`: a member's links to one design, and what artists answered. */
export const designLinks = new Hono<MemberEnv<Env>>()
  .get('/:id/links', async (c) => {
    const designId = c.req.param('id')
    const [design, links, answers] = await Promise.all([
      findDesign(c.env.DB, c.var.memberId, designId),
      listLinks(c.env.DB, c.var.memberId, designId, new Date()),
      listAnswers(c.env.DB, c.var.memberId, designId),
    ])
    return design
      ? c.json<ArtistLinks>({ links, answers })
      : problem<GalleryProblem>(c, 404, 'not-found')
  })
  .post('/:id/links', async (c) => {
    const asked = await readBody(c, NewArtistLink)
    if (!asked) return problem<GalleryProblem>(c, 400, 'invalid-request')
    const { memberId } = c.var
    const designId = c.req.param('id')
    const { id = crypto.randomUUID(), token = createToken() } = asked
    const now = new Date()
    const expiresAt = new Date(now.getTime() + asked.days * dayMs)
    const link = await createLink(
      c.env.DB,
      { id, memberId, designId, tokenHash: await hashToken(token), expiresAt },
      now,
    )
    if (link)
      return c.json<CreatedArtistLink>(
        { url: `${settingsOf(c.env).origin}${galleryPaths.linkPage(token)}`, link },
        201,
      )
    if (await isSharingStopped(c.env.DB, memberId, designId))
      return problem<GalleryProblem>(c, 409, 'sharing-stopped')
    const isFull = (await listLinks(c.env.DB, memberId, designId, now)).length >= mostLinks
    return isFull
      ? problem<GalleryProblem>(c, 409, 'too-many-links')
      : problem<GalleryProblem>(c, 404, 'not-found')
  })
  .post('/:id/answers/seen', async (c) => {
    const design = await findDesign(c.env.DB, c.var.memberId, c.req.param('id'))
    if (!design) return problem<GalleryProblem>(c, 404, 'not-found')
    await markAnswersSeen(c.env.DB, c.var.memberId, design.id, new Date())
    return c.body(null, 204)
  })

/** `/links/:id`: revokes a link. It stops opening with the answer. */
export const links = new Hono<MemberEnv<Env>>().delete('/:id', async (c) => {
  const isDeleted = await deleteLink(c.env.DB, c.var.memberId, c.req.param('id'))
  return isDeleted ? c.body(null, 204) : problem<GalleryProblem>(c, 404, 'not-found')
})
