import type { ImageFormat } from '@encre/worker/clean-image'
import type OpenAI from 'openai'
import type { ImageEditParams, ImageGenerateParams } from 'openai/resources/images'
import type { GenerationFailure, PartialImage } from '../contract.ts'

// The request to the provider: parameters, and what may be left out. `call-provider.ts` sends it
// and reads the answer with `read-answer.ts` or `read-refusal.ts`.

/**
 * Members are billed for images, refusals by moderation and cancelled calls; the site for all that
 * the provider may have billed.
 */
export type BilledTo = 'member' | 'site' | 'nobody'

/**
 * What a server may refuse. The first is dropped first when a refusal names none. `stream` includes
 * `partial_images`.
 */
export const parameters = [
  'stream',
  'safety_identifier',
  'output_format',
  'background',
  'style',
  'quality',
  'n',
  'size',
  'mask',
] as const
export type Parameter = (typeof parameters)[number]

/** `edits`: the route for references; `model`: the model itself. */
export const capabilities = [...parameters, 'edits', 'model'] as const
export type Capability = (typeof capabilities)[number]

export interface ImageRequest {
  model: string
  prompt: string
  ownerKey: string
  reference: File | null
  /** Whether the reference is changed, instead of redrawn. */
  isRetouch: boolean
  /** A PNG of the reference's size, transparent where the reference changes. */
  mask: File | null
  size: string
  transparent: boolean
  missing: readonly Capability[]
}

export interface AnswerDetails {
  revisedPrompt: string | null
  tokens: number | null
}

/**
 * Result of one call. `model-missing`, `model-refused`, `key-refused`, `parameters-refused` and
 * `busy` cannot have been billed, so they allow another call.
 */
export type ProviderAnswer =
  | ({
      kind: 'image'
      bytes: Uint8Array<ArrayBuffer>
      format: ImageFormat
    } & Partial<AnswerDetails>)
  | ({ kind: 'address'; url: string } & Partial<AnswerDetails>)
  | { kind: 'model-missing' }
  /** The server refused the request, or its key, for a reason that another model may not have. */
  | { kind: 'model-refused' | 'key-refused'; reason: string }
  /** The server serves the model without these parameters, or without `edits`. */
  | { kind: 'parameters-refused'; missing: Capability[] }
  | { kind: 'busy'; problem: GenerationFailure; retryAfterSeconds: number | null }
  | { kind: 'refused'; problem: GenerationFailure; billedTo: BilledTo; reason: string }
  /** No answer arrived. The call may have been billed. */
  | { kind: 'unknown'; reason: string }

/** Result of a download. `unreachable`: it may succeed later; `isMissing`: the file is not there yet. */
export type DownloadAnswer =
  | Extract<ProviderAnswer, { kind: 'image' | 'refused' }>
  | { kind: 'unreachable'; reason: string; isMissing: boolean }

export interface CallOptions {
  signal: AbortSignal
  onPartial(partial: PartialImage): void
}

/**
 * Whether the name suggests GPT Image's body. The part after the last slash counts, since gateways
 * add prefixes.
 */
export function suggestsGptImage(model: string): boolean {
  return /^(gpt-image|chatgpt-image)/i.test(model.slice(model.lastIndexOf('/') + 1))
}

/**
 * The specification's constants (1 image, 1024x1024, standard, vivid) in GPT Image's names, or in
 * its own (section 7).
 */
export function parametersOf({
  model,
  ownerKey,
  reference,
  mask,
  size,
  transparent,
  missing,
}: Omit<ImageRequest, 'prompt'>) {
  const suggested = suggestsGptImage(model)
    ? { stream: true, safety_identifier: ownerKey, output_format: 'png', quality: 'medium' }
    : { style: 'vivid', quality: 'standard' }
  const all: Partial<Record<Parameter, string | number | boolean | File>> = {
    ...suggested,
    n: 1,
    size,
    ...(transparent && { background: 'transparent' }),
    ...(mask && { mask }),
  }
  // An edit has no `style`.
  if (reference) delete all.style
  const sent = parameters.filter((name) => all[name] !== undefined && !missing.includes(name))
  return Object.fromEntries(sent.map((name) => [name, all[name]])) as typeof all
}

/**
 * 'vivid' becomes a sentence where `style` is not sent. Other names than GPT Image take 4,000
 * characters.
 */
export function fitPrompt(prompt: string, request: Omit<ImageRequest, 'prompt'>): string {
  const fitted =
    parametersOf(request).style || request.isRetouch
      ? prompt
      : `${prompt} Vivid rendering: bold, dramatic and expressive.`
  return suggestsGptImage(request.model) ? fitted : fitted.slice(0, 4000)
}

const partialImages = 2

export function sendRequest(
  client: OpenAI,
  request: ImageRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { model, prompt, reference } = request
  const sent = parametersOf(request)
  const body = {
    model,
    prompt,
    ...sent,
    ...(sent.stream && { partial_images: partialImages }),
  } as ImageGenerateParams & ImageEditParams
  if (reference) return client.images.edit({ ...body, image: [reference] }, { signal }).asResponse()
  return client.images.generate(body, { signal }).asResponse()
}
