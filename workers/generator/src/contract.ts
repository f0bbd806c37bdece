import { colours, descriptionLimit, detailLimit, locations, sizes } from '@encre/protocol/catalogue'
import { Design, DesignChoices, oneOf } from '@encre/protocol/design'
import type { ExportPage, MemberData } from '@encre/protocol/member-data'
import type { Operation } from '@encre/protocol/operation'
import { plainLine, plainText } from '@encre/protocol/plain-text'
import { WriteKey } from '@encre/protocol/repeat-key'
import * as z from 'zod/mini'
import type { GeneratorProblem } from './problems-contract.ts'

export type * from './problems-contract.ts'

type GeneratorOperation = Operation<GeneratorProblem>

const Detail = z.nullable(
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(detailLimit),
      z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u),
      ...plainLine(),
    ),
)

/** Unknown fields are refused. */
export const GenerationRequest = z.strictObject({
  ...DesignChoices.shape,
  size: oneOf(sizes.map(({ value }) => value)),
  /** Required for size 'custom', null otherwise. */
  sizeDetail: Detail,
  placement: oneOf(locations.map(({ value }) => value)),
  placementDetail: Detail,
  /** Colours of the catalogue, each at most once. Empty for black ink. */
  colors: z.array(z.string().check(z.regex(/^#[0-9a-f]{6}$/))).check(z.maxLength(colours.length)),
  /** The member's idea. The worker trims it and puts it on one line. */
  description: z.string().check(z.maxLength(descriptionLimit), ...plainText()),
  /** Id from `POST /references`, or null. */
  referenceId: z.nullable(z.string()),
  /**
   * Asks for a transparent background. Default: white paper. Send it only if
   * `GeneratorOptions.transparent` is true.
   */
  transparent: z.optional(z.boolean()),
  /**
   * The member's design that this one is a variation of. Without such a design the request is
   * refused with 404.
   */
  parentId: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(64)))),
  /**
   * Sends the parent's image to the provider as the reference. Needs `parentId`, and null as
   * `referenceId`.
   */
  parentAsReference: z.optional(z.boolean()),
  /**
   * Changes the parent's image by the words of `description` and keeps the rest of it. Needs
   * `parentAsReference`.
   */
  retouch: z.optional(z.boolean()),
  /**
   * Id from `POST /parents/:id/masks`: the part of the parent that a retouch changes. Null or
   * absent: all of it.
   */
  maskId: z.optional(z.nullable(z.string())),
})
export type GenerationRequest = z.infer<typeof GenerationRequest>

/**
 * `queued -> calling -> storing -> done | failed | interrupted | cancelled`. While a provider is
 * busy, the state returns to `queued`.
 * `interrupted`: the result at the provider is unknown. Nothing is retried, and the member is not
 * billed. `DELETE /generations/:id` cancels a queued or calling generation and leaves any other as
 * it is. A calling one is billed, since the
 * provider may bill it, unless it has a `problem`.
 */
export const GenerationState = z.enum([
  'queued',
  'calling',
  'storing',
  'done',
  'failed',
  'interrupted',
  'cancelled',
])
export type GenerationState = z.infer<typeof GenerationState>

/**
 * A generation as its member sees it. Optional fields are absent from workers that are older than
 * they.
 */
export const Generation = z.object({
  id: z.string(),
  state: GenerationState,
  createdAt: z.iso.datetime(),
  request: z.object({
    ...DesignChoices.shape,
    description: z.string(),
    referenceId: z.nullable(z.string()),
    transparent: z.optional(z.boolean()),
    parentId: z.optional(z.nullable(z.string())),
    parentAsReference: z.optional(z.boolean()),
    retouch: z.optional(z.boolean()),
    maskId: z.optional(z.nullable(z.string())),
  }),
  /**
   * Whether the model was asked for a transparent background. False although requested: no model
   * offered it.
   */
  transparent: z.optional(z.boolean()),
  /**
   * Whether it takes a place of the member's quota: while it runs, once an image was received,
   * refused by moderation, or cancelled during the call. Failures of the provider and of the site
   * give the place back.
   */
  counted: z.optional(z.boolean()),
  /**
   * True while the generation is `queued` because the provider is busy. It is called again for ten
   * minutes, and to cancel is free.
   */
  waiting: z.optional(z.boolean()),
  /**
   * How the provider understood the prompt: its `revised_prompt`, at most `revisedPromptLimit`
   * characters. Null when it said nothing.
   */
  revisedPrompt: z.optional(z.nullable(z.string())),
  /**
   * A `GenerationFailure` in state `failed`. `provider-unavailable` while a finished image cannot
   * be fetched for long. Null otherwise.
   */
  problem: z.nullable(z.string()),
  /** Identifies the request in the log. A member can quote it to support. */
  requestId: z.string(),
  /** The saved design in state `done`, null otherwise. */
  design: z.nullable(Design),
  /** The specification's seed: the image's URL in state `done`, null otherwise. */
  seed: z.nullable(z.url()),
})
export type Generation = z.infer<typeof Generation>

/** Longest `revisedPrompt` of a generation, in characters; a longer one ends with "...". */
export const revisedPromptLimit = 300

/**
 * Running generations and those that ended within ten minutes, newest first. If the gallery is
 * unavailable, `design` is null.
 */
export const GenerationList = z.object({ generations: z.array(Generation) })
export type GenerationList = z.infer<typeof GenerationList>

/**
 * With an `Idempotency-Key` header, a UUID: requests with the same key and body get the same
 * generation, with 200 once it has ended.
 */
export const startGeneration = {
  method: 'POST',
  path: '/api/generator/generations',
  summary: 'Starts a generation',
  body: GenerationRequest,
  headers: ['Idempotency-Key'],
  answers: { 200: Generation, 202: Generation },
  problems: {
    400: [
      'missing-idempotency-key',
      'invalid-idempotency-key',
      'invalid-style',
      'empty-description',
    ],
    403: ['account-erased', 'email-unverified'],
    404: ['not-found'],
    409: ['library-full'],
    422: ['failed-precondition', 'references-unsupported', 'unknown-reference'],
    429: ['attempts-exhausted', 'network-exhausted'],
  },
  repeats: 'by-key',
} as const satisfies GeneratorOperation

export const listGenerations = {
  method: 'GET',
  path: '/api/generator/generations',
  summary: 'Lists recent generations',
  answers: { 200: GenerationList },
} as const satisfies GeneratorOperation

export const readGeneration = {
  method: 'GET',
  path: '/api/generator/generations/:id',
  summary: 'Reads a generation',
  answers: { 200: Generation },
  problems: { 404: ['not-found'] },
} as const satisfies GeneratorOperation

export const followGeneration = {
  method: 'GET',
  path: '/api/generator/generations/:id/events',
  summary: 'Follows a generation',
  answers: { 200: 'text/event-stream' },
  problems: { 404: ['not-found'] },
} as const satisfies GeneratorOperation

/** Answers the state as it is then, cancelled or not. */
export const cancelGeneration = {
  method: 'DELETE',
  path: '/api/generator/generations/:id',
  summary: 'Cancels a generation',
  answers: { 200: Generation },
  problems: { 404: ['not-found'] },
  repeats: 'same',
} as const satisfies GeneratorOperation

/**
 * Also cancels a request that has not arrived yet: accepted later, it is cancelled at once. Answers
 * the generation as it is now, or nothing when no request with this key has arrived.
 */
export const withdrawGeneration = {
  method: 'DELETE',
  path: '/api/generator/generations/by-key/:key',
  summary: 'Cancels a generation by its idempotency key',
  answers: { 200: Generation, 204: null },
  problems: { 400: ['invalid-idempotency-key'], 403: ['account-erased'] },
  repeats: 'same',
} as const satisfies GeneratorOperation

/** `cursor` is the `next` of the page before. */
export const FailedGenerationsQuery = z.strictObject({
  cursor: z.optional(z.string()),
})
export type FailedGenerationsQuery = z.infer<typeof FailedGenerationsQuery>

/**
 * Generations in state `failed` or `interrupted`, newest first. `next` is the cursor of the
 * following page, or null on the last one.
 */
export const FailedGenerationPage = z.object({
  generations: z.array(Generation),
  next: z.nullable(z.string()),
})
export type FailedGenerationPage = z.infer<typeof FailedGenerationPage>

export const listFailedGenerations = {
  method: 'GET',
  path: '/api/generator/failed-generations',
  summary: 'Lists the failed and interrupted generations of the last 30 days',
  query: FailedGenerationsQuery,
  answers: { 200: FailedGenerationPage },
  problems: { 400: ['invalid-cursor'] },
} as const satisfies GeneratorOperation

/** What a variation takes over from a design. Fields as in `Design`. */
export const Parent = z.object({
  id: z.string(),
  /** The design's number in the gallery; null until the gallery has given it one. */
  number: z.nullable(z.number()),
  imageUrl: z.url(),
  subject: z.string(),
  ...DesignChoices.shape,
})
export type Parent = z.infer<typeof Parent>

export const readParent = {
  method: 'GET',
  path: '/api/generator/parents/:id',
  summary: 'Reads a design to vary',
  answers: { 200: Parent },
  problems: { 404: ['not-found'] },
} as const satisfies GeneratorOperation

/**
 * Event `partial` of `GET /generations/:id/events`, with the image as a data URL. The event `state`
 * contains a `Generation`. The stream ends after a final state; `Last-Event-ID` resumes it.
 */
export const PartialImage = z.object({ index: z.number(), image: z.string() })
export type PartialImage = z.infer<typeof PartialImage>

/** What the provider offers now, and the rest of today's quota. */
export const GeneratorOptions = z.object({
  references: z.boolean(),
  /** Whether an edit may name the part of the image that changes. */
  masks: z.optional(z.boolean()),
  transparent: z.boolean(),
  /** Whether an image may have another size than 1024x1024. */
  sizes: z.optional(z.boolean()),
  partials: z.boolean(),
  origin: z.string(),
  quota: z.object({ limit: z.number(), left: z.number(), resetsAt: z.iso.datetime() }),
})
export type GeneratorOptions = z.infer<typeof GeneratorOptions>

export const readOptions = {
  method: 'GET',
  path: '/api/generator/options',
  summary: 'Reads what the provider offers',
  answers: { 200: GeneratorOptions },
} as const satisfies GeneratorOperation

export const UploadQuery = z.strictObject({ id: WriteKey })

export const Reference = z.object({ id: z.string() })
export type Reference = z.infer<typeof Reference>

/** The body is a PNG, JPEG or WebP. */
const uploaded = {
  query: UploadQuery,
  body: 'image/*',
  answers: { 201: Reference },
  cost: 'upload',
  repeats: 'by-key',
} as const
const uploadProblems = {
  400: ['reference-not-an-image'],
  403: ['account-erased'],
  404: ['not-found'],
  413: ['reference-too-large'],
} as const

export const uploadReference = {
  ...uploaded,
  method: 'POST',
  path: '/api/generator/references',
  summary: 'Uploads a reference',
  problems: {
    ...uploadProblems,
    422: ['failed-precondition', 'references-unsupported', 'unknown-reference'],
  },
} as const satisfies GeneratorOperation

/** A PNG of the design's size, transparent where a retouch changes it. */
export const uploadMask = {
  ...uploaded,
  method: 'POST',
  path: '/api/generator/parents/:id/masks',
  summary: 'Uploads the part of a design to change',
  problems: {
    ...uploadProblems,
    422: [
      'failed-precondition',
      'references-unsupported',
      'unknown-reference',
      'parent-too-large',
      'mask-size',
      'mask-empty',
      'mask-full',
    ],
  },
} as const satisfies GeneratorOperation

/** The generator for other workers: the RPC entrypoint `GenerationLedger`. */
export interface GenerationLedger extends MemberData {
  /** Cancels a member's running generations and deletes all their generations and references. */
  eraseMember(memberId: string): Promise<void>
  /**
   * The generations of the last 30 days as `generations/*.json`, then the references that are still
   * stored as `references/*`.
   */
  exportMember(memberId: string, cursor: string | null): Promise<ExportPage>
  /** The reference that `exportMember` named by `key`; null if it was deleted meanwhile. */
  openExportedFile(memberId: string, key: string): Promise<ReadableStream<Uint8Array> | null>
}
