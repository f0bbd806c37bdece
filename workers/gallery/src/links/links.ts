import { addressOf } from '@encre/protocol/operation'
import type { MemberEnv } from '@encre/worker/member'
import { dayMs, isoDate } from '@encre/worker/moment'
import { problem } from '@encre/worker/problem'
import { type Repeat, readRepeat } from '@encre/worker/repeats'
import { hashToken } from '@encre/worker/secrets'
import type { Context } from 'hono'
import {
  type ArtistLink,
  type ArtistLinks,
  type CreatedArtistLink,
  mostLinks,
  openLinkPage,
} from '../contract.ts'
import { findDesign } from '../designs-store.ts'
import type { Handlers } from '../handlers.ts'
import { settingsOf } from '../worker-settings.ts'
import { listAnswers, markAnswersSeen } from './answers-store.ts'
import { linkStates } from './link-states.ts'
import {
  createLink,
  findKnownLink,
  findLinkOfBefore,
  type KnownLink,
  listLinks,
  revokeLink,
} from './links-store.ts'
import { isSharingStopped } from './stopped-pictures.ts'

/** A member's links to one design, and what artists answered. */
export const links = {
  async listLinks(c, { params: { id: designId } }) {
    const [design, links, answers] = await Promise.all([
      findDesign(c.env.DB, c.var.memberId, designId),
      listLinks(c.env.DB, c.var.memberId, designId),
      listAnswers(c.env.DB, c.var.memberId, designId),
    ])
    return design ? c.json<ArtistLinks>({ links, answers }) : problem(c, 404, 'not-found')
  },

  async createLink(
    c,
    { params: { id: designId }, body: { days, id: sentId, token: sentToken }, key },
  ) {
    const { memberId } = c.var
    const { DB } = c.env
    const repeat = await readRepeat(settingsOf(c.env).imageUrlSecret, {
      purpose: 'link',
      owner: memberId,
      key,
      body: { designId, days },
    })
    const known = await findKnownLink(DB, repeat.keyHash)
    if (known) return answerKnown(c, known, repeat)
    if (sentId && sentToken) {
      const sent = { id: sentId, tokenHash: await hashToken(sentToken) }
      const before = await findLinkOfBefore(DB, memberId, sent)
      if (before === 'ended') return problem(c, 409, 'link-ended')
      if (before) return answerLink(c, sentToken, before)
    }
    if (await isSharingStopped(c.env, memberId, designId)) return problem(c, 409, 'sharing-stopped')
    const [{ id, token }] = repeat.names
    const created = await createLink(DB, {
      ...repeat,
      id,
      tokenHash: await hashToken(token),
      memberId,
      designId,
      expiresAt: isoDate(days * dayMs),
    })
    if (created) return answerKnown(c, created, repeat)
    const isFull = (await listLinks(DB, memberId, designId)).length >= mostLinks
    return isFull ? problem(c, 409, 'too-many-links') : problem(c, 404, 'not-found')
  },

  async markAnswersSeen(c, { params }) {
    const design = await findDesign(c.env.DB, c.var.memberId, params.id)
    if (!design) return problem(c, 404, 'not-found')
    await markAnswersSeen(c.env.DB, c.var.memberId, design.id)
    return c.body(null, 204)
  },

  /** The link stops opening with the answer. */
  async revokeLink(c, { params }) {
    const isEnded = await revokeLink(c.env.DB, c.var.memberId, params.id)
    return isEnded ? c.body(null, 204) : problem(c, 404, 'not-found')
  },
} satisfies Partial<Handlers>

/** What a key has created, to the request that created it and to its repeats. */
async function answerKnown(
  c: Context<MemberEnv<Env>>,
  { bodyHash, tokenHash, state, ...link }: KnownLink,
  repeat: Repeat,
) {
  if (bodyHash !== repeat.bodyHash) return problem(c, 422, 'failed-precondition')
  if (state === 'ended') return problem(c, 409, 'link-ended')
  if (!linkStates[state].opens) return problem(c, 404, 'not-found')
  for (const { token } of repeat.names) {
    if ((await hashToken(token)) !== tokenHash) continue
    return answerLink(c, token, link)
  }
  // The secret that made the address is gone, and only its hash is stored.
  return problem(c, 409, 'failed-precondition')
}

function answerLink(c: Context<MemberEnv<Env>>, token: string, link: ArtistLink) {
  const url = `${settingsOf(c.env).origin}${addressOf(openLinkPage, { token })}`
  return c.json<CreatedArtistLink>({ url, link }, 201)
}
