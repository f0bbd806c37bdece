import type OpenAI from 'openai'
import type { GenerationFailure, PartialImage } from '../contract.ts'
import type { ImageFormat } from '../images/image-format.ts'

/**
 * The quotas that an image takes from: the member's and the site's, the site's only, or none. Members are billed for images, refusals by
 * moderation and calls that they cancelled; the site for everything that the provider may have billed.
 */
export type BilledTo = 'member' | 'site' | 'nobody'

export interface ImageRequest {
  model: string
  prompt: string
  /** 32 hex digits that identify the member at the provider. */
  ownerKey: string
  /** Only for families with `references`. */
  reference: File | null
  /** Whether to ask a family with `partials` for partial images. */
  stream: boolean
  /** Only for families with `transparent`. */
  transparent: boolean
}

/** Features of a model family that some compatible endpoints refuse. */
export type OptionalFeature = 'stream' | 'transparent'

/** How one family of models is called. Each family maps the specification's constants (1 image, 1024x1024, standard, vivid). */
export interface ModelFamily {
  references: boolean
  partials: boolean
  transparent: boolean
  /** Adapts the prompt to this family. */
  fitPrompt(prompt: string): string
  send(client: OpenAI, request: ImageRequest, signal: AbortSignal): Promise<Response>
}

/** Result of one call. Only `model-missing`, `feature-refused` and `busy` allow another call: they cannot have been billed. */
export type ProviderAnswer =
  | { kind: 'image'; bytes: Uint8Array<ArrayBuffer>; format: ImageFormat; revisedPrompt?: string | null }
  /** The image is made and can be downloaded from `url`. */
  | { kind: 'address'; url: string; revisedPrompt?: string | null }
  | { kind: 'model-missing' }
  /** The endpoint serves the model without this feature. */
  | { kind: 'feature-refused'; feature: OptionalFeature }
  | { kind: 'busy'; problem: GenerationFailure; retryAfterSeconds: number | null }
  | { kind: 'refused'; problem: GenerationFailure; billedTo: BilledTo; reason: string }
  /** No answer arrived. The call may have been billed. */
  | { kind: 'unknown'; reason: string }

/** Result of a download. `unreachable`: it may succeed later. */
export type DownloadAnswer = Extract<ProviderAnswer, { kind: 'image' | 'refused' }> | { kind: 'unreachable'; reason: string }

export interface CallOptions {
  signal: AbortSignal
  onPartial(partial: PartialImage): void
}
