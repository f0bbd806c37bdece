import { parseJson } from '@encre/worker/body'
import { readImageFormat } from '@encre/worker/clean-image'
import { imageLimit, limitBytes, readLimited } from '@encre/worker/limited-body'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { APIError } from 'openai'
import * as z from 'zod/mini'
import { revisedPromptLimit } from '../contract.ts'
import { findText, type Leaf, listLeaves, readError } from './json-leaves.ts'
import type { AnswerDetails, CallOptions, ImageRequest } from './provider.ts'

// Where a provider's answer has its image, whatever the server. `call-provider.ts` asks; an
// address is then fetched by `images/image-download.ts`.

/** What an answer holds: a file, or its address, which may be relative. */
export type AnsweredImage = AnswerDetails &
  ({ kind: 'file'; bytes: Uint8Array<ArrayBuffer> | null } | { kind: 'address'; url: string })

/** An answer that puts no image where one is read. `texts` is what it says instead. */
export class NoImageError extends Error {
  override name = 'NoImageError'
  readonly texts: string
  /** Whether OpenAI's place of an image is there, and empty. */
  readonly isEmpty: boolean

  constructor(reason: string, { texts = '', isEmpty = false } = {}) {
    super(reason)
    this.texts = texts
    this.isEmpty = isEmpty
  }
}

// Base64 is a third larger than the bytes, and a stream contains the image several times.
const answerLimit = imageLimit * 1.5
const streamLimit = answerLimit * 2

type Sent = Pick<ImageRequest, 'prompt' | 'reference'>

/**
 * Reads the image of an answer with status 200: the body itself, or a JSON value, of which there may
 * be one a line or one an event. Throws `NoImageError`, `TooLargeError`, or the `APIError` that the
 * answer holds in place of an image.
 */
export async function readAnswer(
  response: Response,
  { prompt, reference }: Sent,
  options: CallOptions,
): Promise<AnsweredImage> {
  const sent = reference && new Uint8Array(await reference.arrayBuffer())
  const reader = new AnswerReader(sent, options)
  checkFiltered(listLeaves(Object.fromEntries(response.headers)))
  // Some gateways ignore the request for a stream.
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await readStream(response, reader)
    return reader.end(prompt)
  }
  const bytes = await readLimited(response.body, answerLimit)
  if (readImageFormat(bytes)) return { kind: 'file', bytes, revisedPrompt: null, tokens: null }
  for (const value of readValues(new TextDecoder().decode(bytes))) {
    reader.read(value)
  }
  return reader.end(prompt)
}

async function readStream(response: Response, reader: AnswerReader): Promise<void> {
  const events = response.body
    ?.pipeThrough(limitBytes(streamLimit))
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
  try {
    for await (const { data, event } of events ?? []) {
      if (reader.read(parseJson(data), event)) return
    }
  } catch (error) {
    // A stream that breaks off after its image was paid for.
    if (!reader.hasImage) throw error
  }
}

/** The values of a text: JSON, JSON in each line, or another text. Comments of events are skipped. */
function readValues(text: string): unknown[] {
  const json = parseJson(text)
  if (json !== undefined) return [json]
  const lines = text
    .split(/\r?\n/)
    .filter((line) => !/^(:|(event|id|retry):|$)/.test(line))
    .map((line) => line.replace(/^data: ?/, ''))
  const whole = parseJson(lines.join('\n'))
  if (whole !== undefined) return [whole]
  const values = lines.map(parseJson).filter((value) => value !== undefined)
  return values.length > 0 ? values : [text.trim()]
}

const finalEvent = /complete|done|finish|final/i
const partialEvent = /partial(?!_(succeeded|failed))|progress|preview/i
const filtered =
  /^((respect_?moderation|is_image_safe)=false$|(has_nsfw\w*|nsfw_content_detected|content_violation|removed_for_safety|censored)=true$|[\w-]*(finish|block|filter|fail)[\w-]*(reason|code)s?=.*(filter|safety|prohibit|moderat|block|violat)|status=.*moderat)/i

/** Reads the values of an answer, of which one holds the whole image. */
class AnswerReader {
  #error: APIError | null = null
  #image: Candidate | null = null
  #leaves: Leaf[] = []
  readonly #sent: Uint8Array | null
  readonly #options: CallOptions

  constructor(sent: Uint8Array | null, options: CallOptions) {
    this.#sent = sent
    this.#options = options
  }

  get hasImage(): boolean {
    return this.#image !== null
  }

  /** Whether the value is the last one that matters. */
  read(value: unknown, event = ''): boolean {
    const leaves = listLeaves(value)
    const type =
      findText(
        leaves.filter(({ path }) => path.length === 1),
        'type',
      ) || event
    const index = leaves.find(({ name }) => name === 'partial_image_index')?.value
    if (partialEvent.test(type) || index !== undefined) {
      const base64 = findText(leaves, 'b64_json')
      if (base64)
        this.#options.onPartial({
          index: Number(index ?? 0),
          image: `data:image/png;base64,${base64}`,
        })
      return false
    }
    this.#leaves.push(...leaves)
    checkFiltered(leaves)
    const image = findImage(leaves, this.#sent)
    if (image && image.size >= (this.#image?.size ?? 0)) this.#image = image
    const errors = leaves.filter(({ path }) => path[0] === 'error')
    if (errors.some(({ value: part }) => part) || type === 'error')
      this.#error = createError(leaves)
    return image !== null && finalEvent.test(type)
  }

  end(prompt: string): AnsweredImage {
    const leaves = this.#leaves
    const isOther = (leaf: Leaf) => isElsewhere(leaf, this.#sent)
    if (!this.#image || (this.#image.size < 1 && leaves.some(isOther)))
      throw this.#error ?? explain(leaves)
    const tokens = leaves.find(({ path }) => path.join('.').endsWith('usage.total_tokens'))?.value
    const details = {
      revisedPrompt: fitRevisedPrompt(findText(leaves, 'revised_prompt'), prompt),
      tokens: typeof tokens === 'number' ? tokens : null,
    }
    const { text, isAddress } = this.#image
    if (isAddress) return { kind: 'address', url: text, ...details }
    return { kind: 'file', bytes: decodeBase64(text), ...details }
  }
}

/** Servers send a black or blurred picture with what says that the image was filtered. */
function checkFiltered(leaves: readonly Leaf[]): void {
  if (leaves.some(saysFiltered)) throw createError(listLeaves({ code: 'content_filter' }))
}

function saysFiltered({ name, value }: Leaf): boolean {
  const isShort = typeof value !== 'string' || value.length < 500
  return isShort && filtered.test(`${name}=${value}`)
}

/** An error that arrived with status 200. */
function createError(leaves: readonly Leaf[]): APIError {
  return new APIError(undefined, readError(leaves), undefined, new Headers())
}

const mostKeys = 20

/** Says the names of an answer's values, and no value: an answer may repeat a member's words. */
function explain(leaves: readonly Leaf[]): NoImageError {
  const keys = new Set(leaves.map(({ path }) => path.join('.').replace(/[^\w.[\]-]/g, '?')))
  const listed = [...keys].slice(0, mostKeys).map((key) => key.slice(0, 60) || 'no JSON')
  const places = leaves.filter(({ path }) => placeOf(path) === 0)
  return new NoImageError(`keys: ${listed.join(', ')}`, {
    texts: readError(leaves).message,
    isEmpty: places.length > 0 && places.every(({ value }) => isEmpty(value)),
  })
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || typeof value === 'object'
}

interface Candidate {
  text: string
  isAddress: boolean
  /** Pixels, or a number in their place. */
  size: number
}

/** Names that say where an image is, made of these words only: `b64_json`, `imageURL`, `outputs`. */
const word =
  /^(?:data|images?|outputs?|artifacts|results?|ur[il]s?|b64|base64|json|bytes|binary|encoded|inline|generated|predictions|candidates|choices|message|content|parts|samples?|files?|response(?!_?ur[il])|_|\[\])+$/i
const place = /^(data|(generated_)?images|outputs?|artifacts|results?)$/
const small = /thumb(nail)?s?|previews?/i
/** What repeats the request. */
const repeated =
  /input|request|param|prompt|reference|init|source|original|mask|control|error|meta|option|setting|config|arg|query/i

/**
 * How near a value is to where documents put the image: `data`, another place, the top, below another
 * name or two. Null: nowhere.
 */
function placeOf(path: readonly string[]): number | null {
  const [top = ''] = path
  const rest = path.map((name) => name.replace(small, '')).filter((name) => name !== '')
  const isNamed = (names: readonly string[]) => names.every((name) => word.test(name))
  if (isNamed(rest)) {
    if (top === 'data') return 0
    return place.test(top) ? 1 : 2
  }
  const isBelow = (at: number) =>
    place.test(rest[at] ?? '') &&
    isNamed(rest.slice(at)) &&
    !rest.slice(0, at).some((name) => repeated.test(name))
  return isBelow(1) || isBelow(2) ? 3 : null
}

/** The largest image of the nearest place. A small one, or an unreadable one, if no other is there. */
function findImage(leaves: readonly Leaf[], sent: Uint8Array | null): Candidate | null {
  let spare: Candidate | null = null
  for (const nearness of [0, 1, 2, 3]) {
    const candidates = leaves
      .filter(({ path }) => placeOf(path) === nearness)
      .map((leaf) => readCandidate(leaf, sent))
      .filter((candidate) => candidate !== null)
    const [largest] = candidates.toSorted((one, other) => other.size - one.size)
    if (largest && largest.size >= 1) return largest
    spare ??= largest ?? null
  }
  return spare
}

/** Whether an image is where none is read. A small one, or the one that was sent, does not replace it. */
function isElsewhere(leaf: Leaf, sent: Uint8Array | null): boolean {
  return placeOf(leaf.path) === null && (readCandidate(leaf, sent)?.size ?? 0) >= 1
}

/** Longer than the header of any image, in base64. */
const headerLength = 120_000
/** Pixels of an image that is only an address, without a size beside it: the fewest that are taken. */
const leastSize = 256 * 256
const Sized = z.object({ width: z.number(), height: z.number() })

/** How much of its size counts for an image that is taken if no other is there. */
const spareScale = 1e-12

/** An image that equals the one that was sent is no answer, or in OpenAI's place the last choice. */
function readCandidate(
  { path, name, value, holder }: Leaf,
  sent: Uint8Array | null,
): Candidate | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  const scale = path.some((part) => small.test(part)) ? spareScale : 1
  const isFile = /^(data:image\/|[\w+/-]{40})/.test(text)
  const header = isFile ? decodeBase64(text.slice(0, headerLength)) : null
  const format = header && readImageFormat(header)
  if (format) {
    const size = scale * format.width * format.height
    if (!isSame(header, sent)) return { text, isAddress: false, size }
    return placeOf(path) === 0 ? { text, isAddress: false, size: size * spareScale } : null
  }
  const isRelative = /ur[il]s?$/i.test(name) && /^[\w./-]*\/[^\s:]*$/.test(text)
  if (isRelative || /^https?:\/\/\S+$/.test(text))
    return { text, isAddress: true, size: scale * sizeBeside(holder) }
  return text !== '' && /b64|base64/i.test(name) ? { text, isAddress: false, size: 0 } : null
}

function isSame(header: Uint8Array, sent: Uint8Array | null): boolean {
  return sent !== null && header.every((byte, at) => byte === sent[at])
}

function sizeBeside(holder: object): number {
  const { data } = z.safeParse(Sized, holder)
  return data ? data.width * data.height : leastSize
}

/** Decodes base64 with or without line breaks, in its URL form too, and in a `data:` URL. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
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
function fitRevisedPrompt(revised: string, prompt: string): string | null {
  const text = revised.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  if (text === '' || text === prompt.trim()) return null
  const letters = [...text]
  return letters.length <= revisedPromptLimit
    ? text
    : `${letters.slice(0, revisedPromptLimit - 3).join('')}...`
}
