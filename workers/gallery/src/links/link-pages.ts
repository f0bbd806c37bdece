import { addressOf } from '@encre/protocol/operation'
import { hashStyles } from '@encre/protocol/served-file'
import type { AppEnv } from '@encre/worker/app'
import { logError } from '@encre/worker/log'
import { ownerKey } from '@encre/worker/member'
import { readNetworkKey } from '@encre/worker/network-key'
import { isDocumentRequest } from '@encre/worker/notice-page'
import { type Answer, problem } from '@encre/worker/problem'
import { type Repeat, readRepeat } from '@encre/worker/repeats'
import { hashToken } from '@encre/worker/secrets'
import type { Context } from 'hono'
import { type AnswersLeft, openDecisionPage, type ReportReceipt } from '../contract.ts'
import { extensionOf, imageKey } from '../designs-files.ts'
import type { Handlers } from '../handlers.ts'
import { places } from '../places.ts'
import { settingsOf } from '../worker-settings.ts'
import { createAnswer } from './answers-store.ts'
import { findLink, findSharedDesign, recordOpening, type SharedDesign } from './links-store.ts'
import { decisionPage, gonePage, linkPage, unavailablePage } from './page-html.ts'
import { pageStyle } from './page-style.ts'
import { createReport, findDecision } from './reports.ts'

/**
 * The page that a tattoo artist opens, which needs no script to show the image, the size and the
 * notes, and what it asks for. The token is in the path, so nobody is signed in.
 */
export const linkPages = {
  openLinkPage: (c, { params: { token } }) =>
    orUnavailable(c, async () => {
      const design = await findShared(c, token)
      return design ? answerPage(c, await linkPage(design, token)) : answerGone(c)
    }),

  // The id is known to the person who reported, and to operators.
  openDecisionPage: (c, { params }) =>
    orUnavailable(c, async () => {
      const decision = await findDecision(c.env.DB, params.id)
      return decision ? answerPage(c, await decisionPage(decision)) : answerGone(c)
    }),

  // An address of its own: the member's signed one would open for hours after the link was revoked.
  async readLinkImage(c, { params }) {
    const design = await findShared(c, params.token)
    const object =
      design && (await c.env.IMAGES.get(imageKey(await ownerKey(design.memberId), design.id)))
    if (!object)
      return isDocumentRequest(c.req.raw.headers) ? answerGone(c) : problem(c, 404, 'not-found')
    const type = object.httpMetadata?.contentType ?? 'application/octet-stream'
    return c.body(object.body, 200, {
      ...privateHeaders,
      'Content-Type': type,
      'Content-Length': String(object.size),
      'Content-Disposition': `inline; filename="encre-design.${extensionOf(type)}"`,
      // As for every image: nothing in it may run, and a browser's image viewer uses inline styles.
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
  },

  // A visible page sends it, so programs that fetch addresses for previews do not count. Every
  // token gets the same answer.
  async recordOpening(c, { params }) {
    await recordOpening(c.env.DB, await hashToken(params.token))
    return c.body(null, 204, { 'Cache-Control': 'no-store' })
  },

  async answerLink(c, { params, body: { id: _, ...answer }, key }) {
    const shared = await findShared(c, params.token)
    if (!shared) return problem(c, 404, 'not-found')
    const repeat = await readWords(c, {
      purpose: 'answer',
      owner: shared.linkId,
      key,
      body: answer,
    })
    const place = await places.take(c.env.DB, 'answer', shared.linkId, repeat)
    if (place === 'other-body') return problem(c, 422, 'failed-precondition')
    if (!place) return problem(c, 409, 'too-many-answers')
    const named = { id: repeat.names[0].id, ...answer }
    if (await createAnswer(c.env.DB, shared.linkId, named))
      return c.json<AnswersLeft>({ left: place.left }, 201, { 'Cache-Control': 'no-store' })
    await place.giveBack()
    return problem(c, 404, 'not-found')
  },

  async reportLink(c, { params, body: { text }, key }) {
    const { DB } = c.env
    const link = await findLink(DB, await hashToken(params.token))
    if (!link) return problem(c, 404, 'not-found')
    const repeat = await readWords(c, { purpose: 'report', owner: link.id, key, body: { text } })
    // Also after the link has ended.
    const known = await findDecision(DB, ...repeat.names.map(({ id }) => id))
    if (known) return answerReceipt(c, known)
    if (!link.isReportable) return problem(c, 404, 'not-found')
    const network = readNetworkKey(c.req.raw.headers)
    // Nobody uses up the places of somebody else, whose report is read too.
    const place = await places.take(DB, 'report', `${link.id} ${network ?? ''}`, repeat)
    if (place === 'other-body') return problem(c, 422, 'failed-precondition')
    if (!place) return problem(c, 409, 'too-many-reports')
    const [{ id }] = repeat.names
    const number = await createReport(c.env, link, { id, text })
    return answerReceipt(c, { id, number })
  },
} satisfies Partial<Handlers>

function readWords(
  c: Context<AppEnv<Env>>,
  request: Parameters<typeof readRepeat>[1],
): Promise<Repeat> {
  return readRepeat(settingsOf(c.env).imageUrlSecret, request)
}

function answerReceipt(c: Context<AppEnv<Env>>, { id, number }: { id: string; number: number }) {
  const url = `${settingsOf(c.env).origin}${addressOf(openDecisionPage, { id })}`
  return c.json<ReportReceipt>({ number, url }, 201, { 'Cache-Control': 'no-store' })
}

/** What the token of a path opens. */
async function findShared(c: Context<AppEnv<Env>>, token: string): Promise<SharedDesign | null> {
  return findSharedDesign(c.env.DB, await hashToken(token))
}

async function orUnavailable<Code extends string>(
  c: Context<AppEnv<Env>>,
  answer: () => Promise<Answer<Code>>,
): Promise<Answer<Code>> {
  try {
    return await answer()
  } catch (error) {
    logError(error, { requestId: c.var.requestId, page: 'link' })
    return answerPage(c, await unavailablePage(), 503)
  }
}

/**
 * Only its address protects a page of a link, so no cache, search engine or linked site may learn
 * that address.
 */
const privateHeaders = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
}

async function answerPage(
  c: Context,
  html: string,
  status: 200 | 404 | 503 = 200,
): Promise<Answer> {
  return c.body(html, status, { ...privateHeaders, ...(await pageHeaders()) })
}

/**
 * The same bytes for a link that is unknown, expired or revoked, and for one whose design or
 * account is deleted.
 */
export async function answerGone(c: Context): Promise<Answer> {
  return answerPage(c, await gonePage(), 404)
}

let headers: Promise<Record<string, string>> | undefined

function pageHeaders(): Promise<Record<string, string>> {
  headers ??= createHeaders()
  return headers
}

async function createHeaders(): Promise<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    // The page's script and its workers are files of the gallery's release.
    "script-src 'self'",
    "worker-src 'self'",
    `style-src '${await hashStyles(pageStyle)}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ]
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  }
}
