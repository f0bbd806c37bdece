import type OpenAI from 'openai'
import type { GenerationFailure, PartialImage } from '../contract.ts'
import type { Charged } from '../generations/generations-store.ts'
import type { ImageFormat } from '../images/image-format.ts'

export interface ImageRequest {
  model: string
  prompt: string
  /** 32 hex digits that stand for the member at the provider. */
  ownerKey: string
  /** Only for a family with `references`. */
  reference: File | null
  /** Whether partial images may be asked for, from a family with `partials`. */
  stream: boolean
  /** Only for a family with `transparent`. */
  transparent: boolean
}

/** What some endpoints that speak the API do not know of a family that has it. */
export type OptionalFeature = 'stream' | 'transparent'

/** How one family of models is asked: each maps the specification's constants (1 image, 1024x1024, standard, vivid). */
export interface ModelFamily {
  references: boolean
  partials: boolean
  transparent: boolean
  /** The text that this family receives. */
  fitPrompt(prompt: string): string
  send(client: OpenAI, request: ImageRequest, signal: AbortSignal): Promise<Response>
}

/** What came of one call. Only `model-missing`, `feature-refused` and `busy` may be followed by another: they cannot have been billed. */
export type ProviderAnswer =
  | { kind: 'image'; bytes: Uint8Array<ArrayBuffer>; format: ImageFormat }
  /** The image was made and waits at this address. */
  | { kind: 'address'; url: string }
  | { kind: 'model-missing' }
  /** The endpoint serves the model without this: it wants the same request without. */
  | { kind: 'feature-refused'; feature: OptionalFeature }
  | { kind: 'busy'; problem: GenerationFailure; retryAfterSeconds: number | null }
  | { kind: 'refused'; problem: GenerationFailure; charged: Charged; reason: string }
  /** No answer arrived: it may have been billed, and nobody knows. */
  | { kind: 'unknown'; reason: string }

/** What came of fetching the image from its address. `unreachable`: it is still there as far as anyone knows. */
export type DownloadAnswer = Extract<ProviderAnswer, { kind: 'image' | 'refused' }> | { kind: 'unreachable'; reason: string }

export interface CallOptions {
  signal: AbortSignal
  onPartial(partial: PartialImage): void
}
