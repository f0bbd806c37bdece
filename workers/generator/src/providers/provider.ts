import type OpenAI from 'openai'
import { Stream } from 'openai/core/streaming'
import * as z from 'zod/mini'
import { type GenerationFailure, type PartialImage, revisedPromptLimit } from '../contract.ts'
import type { ImageFormat } from '../images/clean-image.ts'
import { imageLimit, limitBytes, readLimited } from '../images/image-download.ts'

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
interface ModelFamily {
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

/** Unknown models get the specification's body, which OpenAI-compatible endpoints understand. */
export function familyOf(model: string): ModelFamily {
  return /^(gpt-image|chatgpt-image)/.test(model) ? gptImage : dallE
}

/** The specification's body, field by field (section 7). */
const dallE: ModelFamily = {
  references: false,
  partials: false,
  transparent: false,
  fitPrompt: (prompt) => prompt.slice(0, 4000),
  send: (client, { model, prompt }, signal) =>
    client.images.generate({ model, prompt, n: 1, size: '1024x1024', quality: 'standard', style: 'vivid' }, { signal }).asResponse(),
}

const partialImages = 2

/** GPT Image has no `style` and no `response_format`: quality 'standard' is 'medium', and 'vivid' becomes part of the prompt. */
const gptImage: ModelFamily = {
  references: true,
  partials: true,
  transparent: true,
  fitPrompt: (prompt) => `${prompt} Vivid rendering: bold, dramatic and expressive.`,
  send(client, { model, prompt, ownerKey, reference, stream, transparent }, signal) {
    const body = {
      model,
      prompt,
      n: 1,
      size: '1024x1024',
      quality: 'medium',
      output_format: 'png',
      safety_identifier: ownerKey,
      ...(transparent && { background: 'transparent' as const }),
      ...(stream && { stream: true as const, partial_images: partialImages }),
    } as const
    if (reference) return client.images.edit({ ...body, image: [reference] }, { signal }).asResponse()
    return client.images.generate(body, { signal }).asResponse()
  },
}

/** The provider's image: in the answer, or at an address. */
interface AnsweredImage {
  base64?: string
  url?: string
  revisedPrompt: string | null
}

/** The provider sent a complete answer without an image. */
export class NoImageError extends Error {
  override name = 'NoImageError'
}

const ImagesAnswer = z.object({
  data: z
    .array(z.object({ b64_json: z.nullish(z.string()), url: z.nullish(z.string()), revised_prompt: z.nullish(z.string()) }))
    .check(z.minLength(1)),
})
const StreamedEvent = z.object({
  type: z.string(),
  b64_json: z.optional(z.string()),
  partial_image_index: z.optional(z.number()),
  revised_prompt: z.nullish(z.string()),
})

// Base64 is a third larger than the bytes, and a stream contains the image several times.
const answerLimit = imageLimit * 1.5
const streamLimit = answerLimit * 2

/** Reads the image from an answer of the images API, streamed or not. Throws `NoImageError` or `TooLargeError`. */
export function readAnswer(response: Response, prompt: string, options: CallOptions): Promise<AnsweredImage> {
  // Some gateways ignore the request for a stream.
  return response.headers.get('content-type')?.startsWith('text/event-stream')
    ? readStream(response, prompt, options)
    : readWhole(response, prompt)
}

async function readWhole(response: Response, prompt: string): Promise<AnsweredImage> {
  const bytes = await readLimited(response.body, answerLimit)
  const answer = z.safeParse(ImagesAnswer, parseJson(new TextDecoder().decode(bytes)))
  const image = answer.data?.data[0]
  if (!image?.b64_json && !image?.url) throw new NoImageError('neither b64_json nor url')
  const revisedPrompt = readRevisedPrompt(image.revised_prompt, prompt)
  return { revisedPrompt, ...(image.b64_json && { base64: image.b64_json }), ...(image.url && { url: image.url }) }
}

async function readStream(response: Response, prompt: string, { onPartial }: CallOptions): Promise<AnsweredImage> {
  const limited = new Response(response.body?.pipeThrough(limitBytes(streamLimit)) ?? null, { headers: response.headers })
  for await (const item of Stream.fromSSEResponse<unknown>(limited, new AbortController())) {
    const event = z.safeParse(StreamedEvent, item).data
    if (!event?.b64_json) continue
    if (event.type.endsWith('.completed')) {
      return { base64: event.b64_json, revisedPrompt: readRevisedPrompt(event.revised_prompt, prompt) }
    }
    if (event.type.endsWith('.partial_image')) {
      onPartial({ index: event.partial_image_index ?? 0, image: `data:image/png;base64,${event.b64_json}` })
    }
  }
  throw new NoImageError('the stream ended without a completed event')
}

/** Null when the provider repeats the prompt that it received, or says nothing. */
function readRevisedPrompt(revised: string | null | undefined, prompt: string): string | null {
  const text = revised?.replace(/[\p{Cc}\s]+/gu, ' ').trim() ?? ''
  if (text === '' || text === prompt.trim()) return null
  const letters = [...text]
  return letters.length <= revisedPromptLimit ? text : `${letters.slice(0, revisedPromptLimit - 1).join('')}…`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NoImageError('not JSON')
  }
}
