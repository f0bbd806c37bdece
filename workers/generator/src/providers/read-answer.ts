import { Stream } from 'openai/core/streaming'
import * as z from 'zod/mini'
import { revisedPromptLimit } from '../contract.ts'
import { imageLimit, limitBytes, readLimited } from '../images/image-download.ts'
import type { CallOptions } from './provider.ts'

/** The provider's image: in the answer, or at an address. */
export interface AnsweredImage {
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
