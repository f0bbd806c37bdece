import { addressOf } from '@encre/protocol/operation'
import { problem } from '@encre/worker/problem'
import { createToken, hashToken } from '@encre/worker/secrets'
import {
  type ArtistLinks,
  type CreatedArtistLink,
  type GalleryProblem,
  mostLinks,
  openLinkPage,
} from '../contract.ts'
import { findDesign } from '../designs-store.ts'
import type { Handlers } from '../handlers.ts'
import { settingsOf } from '../worker-settings.ts'
import { listAnswers, markAnswersSeen } from './answers-store.ts'
import { createLink, deleteLink, isSharingStopped, listLinks } from './links-store.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A member's links to one design, and what artists answered. */
export const links = {
  async listLinks(c, { params: { id: designId } }) {
    const [design, links, answers] = await Promise.all([
      findDesign(c.env.DB, c.var.memberId, designId),
      listLinks(c.env.DB, c.var.memberId, designId, new Date()),
      listAnswers(c.env.DB, c.var.memberId, designId),
    ])
    return design
      ? c.json<ArtistLinks>({ links, answers })
      : problem<GalleryProblem>(c, 404, 'not-found')
  },

  async createLink(c, { params: { id: designId }, body: asked }) {
    const { memberId } = c.var
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
        { url: `${settingsOf(c.env).origin}${addressOf(openLinkPage, { token })}`, link },
        201,
      )
    if (await isSharingStopped(c.env.DB, memberId, designId))
      return problem<GalleryProblem>(c, 409, 'sharing-stopped')
    const isFull = (await listLinks(c.env.DB, memberId, designId, now)).length >= mostLinks
    return isFull
      ? problem<GalleryProblem>(c, 409, 'too-many-links')
      : problem<GalleryProblem>(c, 404, 'not-found')
  },

  async markAnswersSeen(c, { params }) {
    const design = await findDesign(c.env.DB, c.var.memberId, params.id)
    if (!design) return problem<GalleryProblem>(c, 404, 'not-found')
    await markAnswersSeen(c.env.DB, c.var.memberId, design.id, new Date())
    return c.body(null, 204)
  },

  /** The link stops opening with the answer. */
  async revokeLink(c, { params }) {
    const isDeleted = await deleteLink(c.env.DB, c.var.memberId, params.id)
    return isDeleted ? c.body(null, 204) : problem<GalleryProblem>(c, 404, 'not-found')
  },
} satisfies Partial<Handlers>
