import { DesignChoices } from '@encre/protocol/design'
import { plainText } from '@encre/protocol/plain-text'
import { AddressToken, repeatKeyHeader, WriteKey } from '@encre/protocol/repeat-key'
import * as z from 'zod/mini'
import type { GalleryOperation } from '../problems-contract.ts'
import { AtelierSettings } from '../settings-contract.ts'

/** How many days a link for the tattoo artist may open. */
export const linkDays = [7, 30, 90] as const

/** Most links of one design that are open at once. */
export const mostLinks = 10

/**
 * A link for the tattoo artist that still opens. Its address is known only when it is created: the
 * gallery stores a hash of the token.
 */
export const ArtistLink = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** When a visible page last showed it, to the minute. Null before the first time. */
  openedAt: z.nullable(z.iso.datetime()),
})
export type ArtistLink = z.infer<typeof ArtistLink>

/** Most characters of an artist's answer. */
export const mostAnswerCharacters = 600
/** Most answers to one link. */
export const mostAnswers = 5

const words = {
  id: WriteKey,
  text: z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(mostAnswerCharacters), ...plainText()),
}

/** What an answer of one press says. */
export const verdicts = ['fine', 'larger', 'simpler'] as const
export type Verdict = (typeof verdicts)[number]

/** What the artist answers to the member. An answer of one press has its words too. */
export const NewArtistAnswer = z.strictObject({
  ...words,
  verdict: z.exactOptional(z.enum(verdicts)),
  /** For 'larger': the least size. */
  sizeMm: z.exactOptional(z.number().check(z.minimum(10), z.maximum(1000))),
})
export type NewArtistAnswer = z.infer<typeof NewArtistAnswer>

/** What breaks the law or the terms, for the operators. */
export const NewReport = z.strictObject(words)

/** The number of the report, and the address where its decision will stand for six months. */
export const ReportReceipt = z.object({ number: z.number(), url: z.string() })
export type ReportReceipt = z.infer<typeof ReportReceipt>

export const reportLink = {
  method: 'POST',
  path: '/api/gallery/links/:token/reports',
  summary: 'Reports a link to the operators',
  access: 'public',
  body: NewReport,
  headers: [repeatKeyHeader],
  answers: { 201: ReportReceipt },
  problems: { 404: ['not-found'], 409: ['too-many-reports'], 422: ['failed-precondition'] },
  cost: 'report',
  repeats: 'by-key',
} as const satisfies GalleryOperation

/** How many more answers the link takes. */
export const AnswersLeft = z.object({ left: z.number() })
export type AnswersLeft = z.infer<typeof AnswersLeft>

export const answerLink = {
  method: 'POST',
  path: '/api/gallery/links/:token/answers',
  summary: "Sends an artist's answer to the member",
  access: 'public',
  body: NewArtistAnswer,
  headers: [repeatKeyHeader],
  answers: { 201: AnswersLeft },
  problems: { 404: ['not-found'], 409: ['too-many-answers'], 422: ['failed-precondition'] },
  cost: 'answer',
  repeats: 'by-key',
} as const satisfies GalleryOperation

/** An answer as the member reads it. `seenAt`: null until the member has seen it. */
export const ArtistAnswer = z.object({
  id: z.string(),
  linkId: z.string(),
  text: z.string(),
  /** One of `verdicts`. Later versions may add values. Absent from older workers. */
  verdict: z.optional(z.nullable(z.string())),
  sizeMm: z.optional(z.nullable(z.number())),
  createdAt: z.iso.datetime(),
  seenAt: z.nullable(z.iso.datetime()),
})
export type ArtistAnswer = z.infer<typeof ArtistAnswer>

/**
 * The links that still open and what artists answered, newest first. An answer ends with its link.
 */
export const ArtistLinks = z.object({
  links: z.array(ArtistLink),
  answers: z.optional(z.array(ArtistAnswer)),
})
export type ArtistLinks = z.infer<typeof ArtistLinks>

export const listLinks = {
  method: 'GET',
  path: '/api/gallery/designs/:id/links',
  summary: 'Lists the links for the artist',
  answers: { 200: ArtistLinks },
  problems: { 404: ['not-found'] },
} as const satisfies GalleryOperation

export const markAnswersSeen = {
  method: 'POST',
  path: '/api/gallery/designs/:id/answers/seen',
  summary: 'Marks answers as seen',
  answers: { 204: null },
  problems: { 404: ['not-found'] },
  repeats: 'same',
} as const satisfies GalleryOperation

export const NewArtistLink = z.strictObject({
  days: z.literal(linkDays),
  id: WriteKey,
  token: AddressToken,
})
export type NewArtistLink = z.infer<typeof NewArtistLink>

/** `url` is the absolute address to send to the artist. */
export const CreatedArtistLink = z.object({ url: z.string(), link: ArtistLink })
export type CreatedArtistLink = z.infer<typeof CreatedArtistLink>

/**
 * `too-many-links` when the design has `mostLinks`; `failed-precondition` with 409 when the secret of
 * the address was replaced meanwhile: the list has the link.
 */
export const createLink = {
  method: 'POST',
  path: '/api/gallery/designs/:id/links',
  summary: 'Creates a link for the artist',
  body: NewArtistLink,
  headers: [repeatKeyHeader],
  answers: { 201: CreatedArtistLink },
  problems: {
    404: ['not-found'],
    409: ['too-many-links', 'sharing-stopped', 'link-ended', 'failed-precondition'],
    422: ['failed-precondition'],
  },
  repeats: 'by-key',
} as const satisfies GalleryOperation

export const revokeLink = {
  method: 'DELETE',
  path: '/api/gallery/links/:id',
  summary: 'Revokes a link',
  answers: { 204: null },
  problems: { 404: ['not-found'] },
  repeats: 'same',
} as const satisfies GalleryOperation

export const openLinkPage = {
  method: 'GET',
  path: '/f/:token',
  summary: 'Opens the page of a link, for whoever has its token',
  access: 'public',
  answers: { 200: 'text/html', 404: 'text/html', 503: 'text/html' },
} as const satisfies GalleryOperation

export const openDecisionPage = {
  method: 'GET',
  path: '/f/signalements/:id',
  summary: 'Says a reporter what was decided',
  access: 'public',
  answers: { 200: 'text/html', 404: 'text/html', 503: 'text/html' },
} as const satisfies GalleryOperation

export const readLinkImage = {
  method: 'GET',
  path: '/api/gallery/links/:token/image',
  summary: "Reads a design's image by a link",
  access: 'public',
  answers: { 200: 'image/*' },
  problems: { 404: ['not-found'] },
} as const satisfies GalleryOperation

export const recordOpening = {
  method: 'POST',
  path: '/api/gallery/links/:token/openings',
  summary: 'Records that a page showed a link',
  access: 'public',
  answers: { 204: null },
  repeats: 'same',
} as const satisfies GalleryOperation

/**
 * What the page of a link tells its script, as JSON in `#linked-design`. The page names no member.
 */
export const LinkedDesign = z.object({
  subject: z.string(),
  // `sizeMm` says the size, and the picture its format.
  ...z.omit(DesignChoices, { size: true, sizeDetail: true, format: true }).shape,
  ...z.omit(AtelierSettings, { version: true }).shape,
  /** Longest side of the ink on the skin. */
  sizeMm: z.number(),
  origin: z.string(),
  imageUrl: z.string(),
  /** Path that records an opening, by POST. */
  openingsUrl: z.string(),
  /**
   * Path that takes an answer, by POST. Absent from older workers, and when the link takes no more.
   */
  answersUrl: z.optional(z.string()),
  /** Path that takes a report, by POST. Absent from older workers. */
  reportsUrl: z.optional(z.string()),
})
export type LinkedDesign = z.infer<typeof LinkedDesign>
