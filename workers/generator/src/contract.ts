import { descriptionLimit, detailLimit } from '@encre/protocol/catalogue'
import { Design } from '@encre/protocol/design'
import type { SharedProblem } from '@encre/protocol/problem'
import * as z from 'zod/mini'

export const generatorPaths = {
  generations: '/api/generator/generations',
  /** `GET` reads one; `DELETE` cancels it while it runs. Both answer the `Generation` as it then is. */
  generation: (id: string) => `/api/generator/generations/${id}`,
  events: (id: string) => `/api/generator/generations/${id}/events`,
  references: '/api/generator/references',
  options: '/api/generator/options',
}

const Detail = z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(detailLimit), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u)))

/**
 * Body of `POST /generations`, with an `Idempotency-Key` header (a UUID). Read strictly: an unknown field is refused.
 * Answers a `Generation` with 202, or 200 once it has ended; the same key and body always answer the same one.
 */
export const GenerationRequest = z.strictObject({
  style: z.string(),
  size: z.enum(['small', 'medium', 'large', 'custom']),
  /** Required for size 'custom', null otherwise. */
  sizeDetail: Detail,
  placement: z.enum(['arm', 'leg', 'back', 'chest', 'shoulder', 'custom']),
  placementDetail: Detail,
  /** From the catalogue, each once; none means black ink. */
  colors: z.array(z.string().check(z.regex(/^#[0-9a-f]{6}$/))).check(z.maxLength(6)),
  /** The member's idea. Trimmed and put on one line. */
  description: z.string().check(z.maxLength(descriptionLimit)),
  /** From `POST /references`, or null. */
  referenceId: z.nullable(z.string()),
  /** Asks for a transparent background; left out, white paper. A page sends it only where `GeneratorOptions.transparent` offers it. */
  transparent: z.optional(z.boolean()),
})
export type GenerationRequest = z.infer<typeof GenerationRequest>

/**
 * `queued -> calling -> storing -> done | failed | interrupted | cancelled`. `interrupted`: the outcome at the provider is
 * unknown, nothing is retried and it does not count against the member. It goes back to `queued` while a provider is busy.
 * `DELETE /generations/:id` cancels and answers the `Generation` as it is afterwards: one that is storing or has ended stays as it
 * is, and one that was calling counts, since the provider may bill it.
 */
export const GenerationState = z.enum(['queued', 'calling', 'storing', 'done', 'failed', 'interrupted', 'cancelled'])
export type GenerationState = z.infer<typeof GenerationState>

export const Generation = z.object({
  id: z.string(),
  state: GenerationState,
  createdAt: z.iso.datetime(),
  request: z.object({
    style: z.string(),
    size: z.string(),
    sizeDetail: z.nullable(z.string()),
    placement: z.string(),
    placementDetail: z.nullable(z.string()),
    colors: z.array(z.string()),
    description: z.string(),
    referenceId: z.nullable(z.string()),
    transparent: z.optional(z.boolean()),
  }),
  /** Whether the model that made it was asked for a transparent background. False beside a request for one: no model could. */
  transparent: z.optional(z.boolean()),
  /** Why it failed, a `GenerationFailure`; null in every other state. */
  problem: z.nullable(z.string()),
  /** What a member can quote to support. */
  requestId: z.string(),
  /** The saved design once `done`. */
  design: z.nullable(Design),
  /** The specification's seed: the image's URL once `done`. */
  seed: z.nullable(z.url()),
})
export type Generation = z.infer<typeof Generation>

/** Newest first: those still running, and those that ended within the last minutes. While the gallery is away, done ones lack their design. */
export const GenerationList = z.object({ generations: z.array(Generation) })
export type GenerationList = z.infer<typeof GenerationList>

/**
 * `GET /generations/:id/events`, as server-sent events with ids. Event `state` carries a `Generation`; `partial` carries
 * `{ index, image }` with a data URL. The stream ends after a final state. `Last-Event-ID` resumes.
 */
export const PartialImage = z.object({ index: z.number(), image: z.string() })
export type PartialImage = z.infer<typeof PartialImage>

/** `GET /options`: what the configured provider can do now, and what is left of today's quota. */
export const GeneratorOptions = z.object({
  references: z.boolean(),
  transparent: z.boolean(),
  partials: z.boolean(),
  origin: z.string(),
  quota: z.object({ limit: z.number(), left: z.number(), resetsAt: z.iso.datetime() }),
})
export type GeneratorOptions = z.infer<typeof GeneratorOptions>

/** `POST /references`: raw bytes of a PNG, JPEG or WebP. */
export const Reference = z.object({ id: z.string() })
export type Reference = z.infer<typeof Reference>

/** Why a generation failed. `no-image`: the provider answered without one. `provider-*`: nothing the member did. */
export type GenerationFailure =
  | 'moderation-blocked'
  | 'no-image'
  | 'invalid-image'
  | 'provider-busy'
  | 'provider-unavailable'
  | 'provider-misconfigured'
  | 'save-failed'
  | 'internal'

export type GeneratorProblem =
  | SharedProblem
  | 'invalid-style'
  | 'empty-description'
  | 'missing-idempotency-key'
  | 'invalid-idempotency-key'
  | 'references-unsupported'
  | 'unknown-reference'
  | 'reference-too-large'
  | 'reference-not-an-image'

/** The generator for other workers, entrypoint `GenerationLedger`. */
export interface GenerationLedger {
  /** Cancels what runs and removes every generation and reference of a member. */
  eraseMember(memberId: string): Promise<void>
}
