import { parseJson } from '@encre/worker/body'
import { readImageFormat } from '@encre/worker/clean-image'
import { imageLimit, limitBytes, readLimited } from '@encre/worker/limited-body'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { APIError } from 'openai'
import * as z from 'zod/mini'
import { revisedPromptLimit } from '../contract.ts'
import type { AnswerDetails, CallOptions } from './provider.ts'

/** What an answer holds: an image's bytes, its base64, or its address, which may be relative. */
export type AnsweredImage = AnswerDetails & FoundImage

type FoundImage =
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'base64'; base64: string }
  | { kind: 'address'; url: string }

export class NoImageError extends Error {
  override name = 'NoImageError'
}

// Base64 is a third larger than the bytes, and a stream contains the image several times.
const answerLimit = imageLimit * 1.5
const streamLimit = answerLimit * 2

/**
 * Reads the image from an answer with status 200, wherever the server puts it: as OpenAI does, as
 * an image file, or anywhere in JSON, streamed or not. Throws `NoImageError`, `TooLargeError`, or
 * the `APIError` that the answer holds in place of an image.
 */
export function readAnswer(
  response: Response,
  prompt: string,
  options: CallOptions,
): Promise<AnsweredImage> {
  // Some gateways ignore the request for a stream.
  return response.headers.get('content-type')?.startsWith('text/event-stream')
    ? readStream(response, prompt, options)
    : readWhole(response, prompt, options)
}

async function readWhole(
  response: Response,
  prompt: string,
  options: CallOptions,
): Promise<AnsweredImage> {
  const bytes = await readLimited(response.body, answerLimit)
  if (readImageFormat(bytes)) return { kind: 'bytes', bytes, revisedPrompt: null, tokens: null }
  const text = new TextDecoder().decode(bytes)
  const body = parseJson(text)
  const reader = new EventReader(prompt, options)
  if (body !== undefined) return reader.read(body) ?? reader.fail('JSON without an image')
  // A stream whose content type says something else.
  const events: EventSourceMessage[] = []
  createParser({ onEvent: (event) => events.push(event) }).feed(`${text}\n\n`)
  for (const { data, event } of events) {
    const image = reader.read(parseJson(data), event)
    if (image) return image
  }
  return reader.fail('neither an image, JSON nor events')
}

async function readStream(
  response: Response,
  prompt: string,
  options: CallOptions,
): Promise<AnsweredImage> {
  const reader = new EventReader(prompt, options)
  const events = response.body
    ?.pipeThrough(limitBytes(streamLimit))
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
  for await (const { data, event } of events ?? []) {
    const image = reader.read(parseJson(data), event)
    if (image) return image
  }
  return reader.fail('the stream ended without an image')
}

const Usage = z.nullish(z.looseObject({ total_tokens: z.nullish(z.number()) }))
const Event = z.object({
  type: z.catch(z.nullish(z.string()), null),
  b64_json: z.catch(z.nullish(z.string()), null),
  partial_image_index: z.catch(z.nullish(z.number()), null),
  error: z.optional(z.unknown()),
  usage: z.catch(Usage, null),
})

/** Reads events until one holds a whole image. A bad event does not end the search. */
class EventReader {
  #error: APIError | null = null
  readonly #prompt: string
  readonly #options: CallOptions

  constructor(prompt: string, options: CallOptions) {
    this.#prompt = prompt
    this.#options = options
  }

  read(value: unknown, name?: string): AnsweredImage | null {
    const event = z.safeParse(Event, value).data
    if (!event) return null
    const type = event.type ?? name ?? ''
    if (type.includes('partial') || typeof event.partial_image_index === 'number') {
      if (event.b64_json) {
        this.#options.onPartial({
          index: event.partial_image_index ?? 0,
          image: `data:image/png;base64,${event.b64_json}`,
        })
      }
      return null
    }
    const image = findImage(value)
    if (image) {
      const revised = listTexts(value).find((field) => field.name === 'revised_prompt')
      return {
        ...image,
        revisedPrompt: fitRevisedPrompt(revised?.text, this.#prompt),
        tokens: event.usage?.total_tokens ?? null,
      }
    }
    const error = event.error ?? (type === 'error' ? value : null)
    if (error) this.#error = createError(error)
    return null
  }

  fail(reason: string): never {
    throw this.#error ?? new NoImageError(reason)
  }
}

/** An error that arrived with status 200. */
function createError(error: unknown): APIError {
  const body = typeof error === 'object' && error !== null ? error : { message: String(error) }
  return new APIError(undefined, body, undefined, new Headers())
}

/** What servers repeat of the request, whose images are not the answer. */
const repeated = new Set(['input', 'inputs', 'request', 'reference', 'mask', 'error', 'metadata'])

interface Field {
  /** The name of the field, or of the list that holds the value. */
  name: string
  value: unknown
}

/** The image nearest to the top of a JSON value; one that is sent before one that has an address. */
function findImage(value: unknown): FoundImage | null {
  const texts = listTexts(value)
  const sent = texts.find(({ name, text }) => name === 'b64_json' || isImage(text))
  if (sent) return { kind: 'base64', base64: sent.text }
  const named = texts.find(({ name, text }) => isAddress(name, text))
  return named ? { kind: 'address', url: named.text } : null
}

/** The texts inside a JSON value that are not empty, nearest to the top first. */
function listTexts(value: unknown): { name: string; text: string }[] {
  const texts: { name: string; text: string }[] = []
  let level: Field[] = [{ name: '', value }]
  while (level.length > 0) {
    for (const { name, value: text } of level) {
      if (typeof text === 'string' && text !== '') texts.push({ name, text })
    }
    level = level.flatMap(listFields)
  }
  return texts
}

function listFields({ name, value }: Field): Field[] {
  if (Array.isArray(value)) return value.map((one) => ({ name, value: one }))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([key]) => !repeated.has(key))
    .map(([key, part]) => ({ name: key, value: part }))
}

function isAddress(name: string, text: string): boolean {
  if (/(^|_)ur[il]s?$/.test(name)) return true
  return /^(data|outputs?|results?)$|image/.test(name) && /^https?:\/\/\S+$/.test(text)
}

/** Longer than the header of any image, in base64. */
const headerLength = 120_000

/** Whether a text is base64 of an image, or a `data:` URL of one. */
function isImage(text: string): boolean {
  if (!/^(data:image\/|[A-Za-z0-9+/_-]{40})/.test(text)) return false
  const header = decodeBase64(text.slice(0, headerLength))
  return header !== null && readImageFormat(header) !== null
}

/** Decodes base64 with or without line breaks, in its URL form too, and in a `data:` URL. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const base64 = text
    .replace(/^data:[^,]*,/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  try {
    return Uint8Array.fromBase64(base64, { lastChunkHandling: 'stop-before-partial' })
  } catch {
    return null
  }
}

/** Null when the provider repeats the prompt that it received, or says nothing. */
function fitRevisedPrompt(revised: string | undefined, prompt: string): string | null {
  const text = revised?.replace(/[\p{Cc}\s]+/gu, ' ').trim() ?? ''
  if (text === '' || text === prompt.trim()) return null
  const letters = [...text]
  return letters.length <= revisedPromptLimit
    ? text
    : `${letters.slice(0, revisedPromptLimit - 1).join('')}…`
}
