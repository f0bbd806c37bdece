import { DesignChoices } from '@encre/protocol/design'
import { plainText } from '@encre/protocol/plain-text'
import { AddressToken, WriteKey } from '@encre/protocol/write-keys'
import * as z from 'zod/mini'
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

/**
 * `POST /links/:token/answers`: what the artist answers to the member. 409 when the link has
 * `mostAnswers`, 404 when it does not open.
 */
export const NewArtistAnswer = z.strictObject({
  id: WriteKey,
  text: z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(mostAnswerCharacters), ...plainText()),
})

/**
 * `POST /links/:token/reports`: what breaks the law or the terms, for the operators. 404 when the
 * link does not open, 409 when it was reported often enough. Older workers answer 204.
 */
export const NewReport = z.strictObject({ ...NewArtistAnswer.shape })

/** The number of the report, and the address where its decision will stand for six months. */
export const ReportReceipt = z.object({ number: z.number(), url: z.string() })
export type ReportReceipt = z.infer<typeof ReportReceipt>

/** How many more answers the link takes. */
export const AnswersLeft = z.object({ left: z.number() })
export type AnswersLeft = z.infer<typeof AnswersLeft>

/** An answer as the member reads it. `seenAt`: null until the member has seen it. */
export const ArtistAnswer = z.object({
  id: z.string(),
  linkId: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  seenAt: z.nullable(z.iso.datetime()),
})
export type ArtistAnswer = z.infer<typeof ArtistAnswer>

/**
 * `GET /designs/:id/links`: the links that still open and what artists answered, newest first. An
 * answer ends with its link.
 */
export const ArtistLinks = z.object({
  links: z.array(ArtistLink),
  answers: z.optional(z.array(ArtistAnswer)),
})
export type ArtistLinks = z.infer<typeof ArtistLinks>

/**
 * `POST /designs/:id/links`: creates a link. 409 `too-many-links` when the design has `mostLinks`.
 * The answer is `CreatedArtistLink`.
 */
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
