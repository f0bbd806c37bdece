import { parseJson } from '@encre/worker/body'
import type { ImageFormat } from '@encre/worker/clean-image'
import { imageLimit, limitBytes, readLimited } from '@encre/worker/limited-body'
import type OpenAI from 'openai'
import { Stream } from 'openai/core/streaming'
import type { ImageEditParams, ImageGenerateParams } from 'openai/resources/images'
import * as z from 'zod/mini'
import { type GenerationFailure, type PartialImage, revisedPromptLimit } from '../contract.ts'

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

/**
 * `edits`: the route for references; `model`: the model itself; `images`: the server has the model
 * and refuses to draw with it.
 */
export type Capability = Parameter | 'edits' | 'model' | 'images'

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
 * Result of one call. `model-missing`, `model-refused`, `parameters-refused` and `busy` cannot have
 * been billed, so they allow another call.
 */
export type ProviderAnswer =
  | ({
      kind: 'image'
      bytes: Uint8Array<ArrayBuffer>
      format: ImageFormat
    } & Partial<AnswerDetails>)
  | ({ kind: 'address'; url: string } & Partial<AnswerDetails>)
  | { kind: 'model-missing' }
  /** The server refused the request for a reason that another model may not have. */
  | { kind: 'model-refused'; reason: string }
  /** The server serves the model without these parameters, or without `edits`. */
  | { kind: 'parameters-refused'; missing: Capability[] }
  | { kind: 'busy'; problem: GenerationFailure; retryAfterSeconds: number | null }
  | { kind: 'refused'; problem: GenerationFailure; billedTo: BilledTo; reason: string }
  /** No answer arrived. The call may have been billed. */
  | { kind: 'unknown'; reason: string }

/** Result of a download. `unreachable`: it may succeed later. */
export type DownloadAnswer =
  | Extract<ProviderAnswer, { kind: 'image' | 'refused' }>
  | { kind: 'unreachable'; reason: string }

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

interface AnsweredImage extends AnswerDetails {
  base64?: string
  url?: string
}

export class NoImageError extends Error {
  override name = 'NoImageError'
}

const Usage = z.nullish(z.looseObject({ total_tokens: z.nullish(z.number()) }))
const ImagesAnswer = z.object({
  usage: z.catch(Usage, null),
  data: z
    .array(
      z.object({
        b64_json: z.nullish(z.string()),
        url: z.nullish(z.string()),
        revised_prompt: z.nullish(z.string()),
      }),
    )
    .check(z.minLength(1)),
})
const StreamedEvent = z.object({
  type: z.string(),
  b64_json: z.optional(z.string()),
  partial_image_index: z.optional(z.number()),
  revised_prompt: z.nullish(z.string()),
  usage: z.catch(Usage, null),
})

// Base64 is a third larger than the bytes, and a stream contains the image several times.
const answerLimit = imageLimit * 1.5
const streamLimit = answerLimit * 2

/**
 * Reads the image from an answer of the images API, streamed or not. Throws `NoImageError` or
 * `TooLargeError`.
 */
export function readAnswer(
  response: Response,
  prompt: string,
  options: CallOptions,
): Promise<AnsweredImage> {
  // Some gateways ignore the request for a stream.
  return response.headers.get('content-type')?.startsWith('text/event-stream')
    ? readStream(response, prompt, options)
    : readWhole(response, prompt)
}

async function readWhole(response: Response, prompt: string): Promise<AnsweredImage> {
  const bytes = await readLimited(response.body, answerLimit)
  const body = parseJson(new TextDecoder().decode(bytes))
  if (body === undefined) throw new NoImageError('not JSON')
  const answer = z.safeParse(ImagesAnswer, body)
  const image = answer.data?.data[0]
  if (!image?.b64_json && !image?.url) throw new NoImageError('neither b64_json nor url')
  const details = {
    revisedPrompt: readRevisedPrompt(image.revised_prompt, prompt),
    tokens: answer.data?.usage?.total_tokens ?? null,
  }
  const base64 = image.b64_json || (image.url?.startsWith('data:') && image.url)
  return { ...details, ...(base64 ? { base64 } : image.url && { url: image.url }) }
}

async function readStream(
  response: Response,
  prompt: string,
  { onPartial }: CallOptions,
): Promise<AnsweredImage> {
  const limited = new Response(response.body?.pipeThrough(limitBytes(streamLimit)) ?? null, {
    headers: response.headers,
  })
  for await (const item of Stream.fromSSEResponse<unknown>(limited, new AbortController())) {
    const event = z.safeParse(StreamedEvent, item).data
    if (!event?.b64_json) continue
    if (event.type.endsWith('.completed')) {
      const revisedPrompt = readRevisedPrompt(event.revised_prompt, prompt)
      return { base64: event.b64_json, revisedPrompt, tokens: event.usage?.total_tokens ?? null }
    }
    if (event.type.endsWith('.partial_image')) {
      onPartial({
        index: event.partial_image_index ?? 0,
        image: `data:image/png;base64,${event.b64_json}`,
      })
    }
  }
  throw new NoImageError('the stream ended without a completed event')
}

/** Null when the provider repeats the prompt that it received, or says nothing. */
function readRevisedPrompt(revised: string | null | undefined, prompt: string): string | null {
  const text = revised?.replace(/[\p{Cc}\s]+/gu, ' ').trim() ?? ''
  if (text === '' || text === prompt.trim()) return null
  const letters = [...text]
  return letters.length <= revisedPromptLimit
    ? text
    : `${letters.slice(0, revisedPromptLimit - 1).join('')}…`
}
