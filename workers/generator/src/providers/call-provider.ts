import { parseJson } from '@encre/worker/body'
import { readImageFormat } from '@encre/worker/clean-image'
import { readLimited, TooLargeError } from '@encre/worker/limited-body'
import OpenAI, { APIConnectionError, APIError, APIUserAbortError } from 'openai'
import { DownloadRefusedError, downloadImage } from '../images/image-download.ts'
import type { ProviderSettings } from '../settings.ts'
import {
  type BilledTo,
  type CallOptions,
  type Capability,
  type DownloadAnswer,
  type ImageRequest,
  type ProviderAnswer,
  parameters,
  parametersOf,
  sendRequest,
} from './provider.ts'
import { decodeBase64, NoImageError, readAnswer } from './read-answer.ts'

export async function callProvider(
  settings: ProviderSettings,
  request: ImageRequest,
  options: CallOptions,
): Promise<ProviderAnswer> {
  const { timeoutMs } = settings
  // The SDK's own timeout ends at the headers of the response; this one includes the body.
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)])
  try {
    const response = await sendRequest(createClient(settings, timeoutMs), request, signal)
    const answer = await readAnswer(response, request.prompt, options)
    const { revisedPrompt, tokens } = answer
    if (answer.kind === 'address') {
      // An address may be relative. `downloadImage` refuses an origin that is not listed.
      const url = URL.parse(answer.url, settings.baseUrl)?.href ?? answer.url
      return { kind: 'address', url, revisedPrompt, tokens }
    }
    const image = readImage(answer.kind === 'bytes' ? answer.bytes : decodeBase64(answer.base64))
    return image.kind === 'image' ? { ...image, revisedPrompt, tokens } : image
  } catch (error) {
    return readRefusal(error, request)
  }
}

/** Checks the header of the provider's bytes. `cleanImage` decodes them, once they are stored. */
function readImage(
  bytes: Uint8Array<ArrayBuffer> | null,
): Extract<ProviderAnswer, { kind: 'image' | 'refused' }> {
  const format = bytes && readImageFormat(bytes)
  if (!bytes || !format)
    return {
      kind: 'refused',
      problem: 'invalid-image',
      billedTo: 'site',
      reason: 'not an accepted image',
    }
  return { kind: 'image', bytes, format }
}

export async function fetchImage(
  { imageOrigins }: Pick<ProviderSettings, 'imageOrigins'>,
  url: string,
  signal: AbortSignal,
): Promise<DownloadAnswer> {
  try {
    return readImage(await downloadImage(url, imageOrigins, signal))
  } catch (error) {
    const reason = `address: ${error instanceof Error ? error.message : error}`
    if (!(error instanceof DownloadRefusedError) && !(error instanceof TooLargeError))
      return { kind: 'unreachable', reason }
    // The provider billed the call, but there is no usable image at its address.
    return { kind: 'refused', problem: 'invalid-image', billedTo: 'site', reason }
  }
}

/** The SDK without retries: they send no idempotency key and could be billed twice. */
export function createClient(
  { apiKey, baseUrl }: Pick<ProviderSettings, 'apiKey' | 'baseUrl'>,
  timeoutMs: number,
) {
  return new OpenAI({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    fetch: fetchWithoutRedirect,
  })
}

// Redirects are not followed: they would send the key and the member's text to an address that
// nobody configured. The SDK looks for `Response` on its fetch, and otherwise fetches `data:,`
// before each upload to get the class.
const fetchWithoutRedirect = Object.assign(
  async (input: RequestInfo | URL, init?: RequestInit) =>
    keepErrorText(await fetch(input, { ...init, redirect: 'manual' })),
  { Response },
)

const errorLimit = 1024 * 1024

/**
 * The SDK reads an error's text from `error` only. Some servers put it elsewhere, such as in
 * `detail`.
 */
async function keepErrorText(response: Response): Promise<Response> {
  const { ok, status, headers } = response
  if (ok || !headers.get('content-type')?.includes('json')) return response
  const text = await readLimited(response.body, errorLimit).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => '',
  )
  const body = parseJson(text)
  const hasError = typeof body === 'object' && body !== null && 'error' in body
  const kept = new Headers(headers)
  for (const name of ['content-length', 'content-encoding']) {
    kept.delete(name)
  }
  return Response.json(hasError ? body : { error: { message: text } }, { status, headers: kept })
}

const moderationCodes = new Set([
  'moderation_blocked',
  'content_policy_violation',
  'content_filter',
  'contentFilter',
])
const moderationWords =
  /moderat|safety (system|filter|check)|content[ _-]?(policy|filter|management)|responsible ?ai|\b(flagged|nsfw|prohibited)\b/i
// Providers also send these with 429, but waiting does not help.
const moneyCodes =
  /^(insufficient_quota|billing_hard_limit_reached|credit_balance_exhausted|(organization|project)_(spend|usage)_limit_exceeded)$/

export function readRefusal(error: unknown, request: ImageRequest): ProviderAnswer {
  if (error instanceof NoImageError) return refused('no-image', 'site', error.message)
  if (error instanceof TooLargeError) return refused('invalid-image', 'site', error.message)
  // workerd reports 'Network connection lost.' both for a refused connection and for one that broke
  // after the request was sent.
  if (error instanceof APIConnectionError || error instanceof APIUserAbortError)
    return unknown(error)
  return error instanceof APIError ? readApiError(error, request) : unknown(error)
}

function readApiError(error: APIError, request: ImageRequest): ProviderAnswer {
  const { status } = error
  const code = error.code ?? ''
  const reason = `${status ?? 'stream'} ${code}`.trim()
  const isRefusal = status === 400 || status === 422
  const message = hideQuotes(error.message, request)
  // Billed to the member: the provider may moderate a finished image, and a free refusal could be
  // repeated without end.
  if (isModeration(error, message)) return refused('moderation-blocked', 'member', reason)
  if (moneyCodes.test(code)) return refused('provider-exhausted', 'nobody', reason)
  if (isModelMissing(error, message)) return { kind: 'model-missing' }
  const missing = isRefusal ? refusedParameters(error, message, request) : []
  if (cannotEdit(error, message, request)) missing.push('edits')
  if (missing.length > 0) return { kind: 'parameters-refused', missing }
  if (isRefusal && isAboutWords(error, message)) return refused('words-refused', 'nobody', reason)
  if (status === 429)
    return { kind: 'busy', problem: 'provider-busy', retryAfterSeconds: retryAfterSeconds(error) }
  if (status === 503)
    return {
      kind: 'busy',
      problem: 'provider-unavailable',
      retryAfterSeconds: retryAfterSeconds(error),
    }
  // A provider that failed may have made the image, so the call takes from the site's quota.
  return isProviderFailure(error)
    ? refused('provider-unavailable', 'site', reason)
    : refusedModel(status, reason)
}

/** OpenAI's 403 for an organisation that is not verified has neither code nor parameter. */
function refusedModel(status: number | undefined, reason: string): ProviderAnswer {
  if (status !== 403) return { kind: 'model-refused', reason, lacks: 'images' }
  const inWords = `${reason}, the key may not draw with this model; is the organisation verified?`
  return { kind: 'model-refused', reason: inWords, lacks: 'permission' }
}

/** An error without a status came with status 200, or within a stream. */
function isModeration({ status, code }: APIError, message: string): boolean {
  if (moderationCodes.has(code ?? '')) return true
  return (status === undefined || status === 400 || status === 422) && moderationWords.test(message)
}

/** Whether the provider failed, not our request. */
function isProviderFailure({ status }: APIError): boolean {
  return status === undefined || status === 408 || status === 409 || status >= 500
}

function isModelMissing({ status, code }: APIError, message: string): boolean {
  if (status !== 400 && status !== 404) return false
  return (
    code === 'model_not_found' ||
    /\bmodel\b.*\b(does not exist|not found)\b|\b(unknown|invalid) model\b/i.test(message)
  )
}

/** A refusal that names the prompt, and no parameter that was sent. */
function isAboutWords({ param }: APIError, message: string): boolean {
  return param === 'prompt' || /\bprompt\b/i.test(message)
}

function cannotEdit(
  { status, param }: APIError,
  message: string,
  { reference }: ImageRequest,
): boolean {
  if (!reference) return false
  if (status === 404 || status === 405 || status === 501) return true
  return (
    (status === 400 || status === 422) &&
    (param === 'model' || /\bnot support(ed)?\b.*\bedit|\bedit.*\bnot support/i.test(message))
  )
}

/** How refusals name a parameter other than by its name. `n` is a letter of many messages. */
const otherNames: Partial<Record<string, RegExp>> = {
  stream: /\b(stream(ing)?|partial_images)\b/i,
  background: /\b(background|transparen(t|cy))\b/i,
  size: /\bsize\b|\b\d{3,4}x\d{3,4}\b/i,
  n: /^n$|['"`]n['"`]|\bn=|\b(parameters?|arguments?|fields?|supported):? n\b/,
}

const unsupported =
  /UnsupportedParams|\b(unsupported|unknown|unrecogni[sz]ed|unexpected|extra|not (supported|permitted|allowed))\b/i
const parameterWords =
  /UnsupportedParams|\b(param(eter)?s?|arguments?|fields?|inputs?|propert(y|ies)|keys?)\b/i

/**
 * The parameters of the request that a refusal names. If it names none but calls one unsupported,
 * the first one sent.
 */
function refusedParameters(
  { param }: APIError,
  message: string,
  request: ImageRequest,
): Capability[] {
  if (param === 'prompt' || param === 'model') return []
  const sent = Object.keys(parametersOf(request))
  const findIn = (text: string) =>
    parameters.filter((name) => (otherNames[name] ?? new RegExp(`\\b${name}\\b`, 'i')).test(text))
  // The names of the parameters that a server takes may follow those that it refuses.
  const [refusal = ''] = message.split(
    /\b(?:supported|allowed|valid|accepted) (?:param(?:eter)?|argument|field|value)s?\b/i,
  )
  const named = [param ?? '', refusal, message].map(findIn).find((names) => names.length > 0)
  if (named) return named.filter((name) => sent.includes(name))
  // A gateway may refuse what it made of a parameter.
  return unsupported.test(message) && parameterWords.test(message)
    ? parameters.filter((name) => sent.includes(name)).slice(0, 1)
    : []
}

const quotedWords = 4

/**
 * Removes what a message repeats of the request, four words of the prompt or more: the words of a
 * member may be names of parameters.
 */
function hideQuotes(message: string, { model, prompt }: ImageRequest): string {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  const written = ` ${wordsOf(prompt).join(' ')} `
  const parts = message
    .replaceAll(model, '')
    .replace(/"param":|"input":\s*\{[^}]*\}/g, '')
    .split(/(?=(?<![\p{L}\p{N}_])[\p{L}\p{N}_])/u)
  const quoted = new Set<number>()
  for (const start of parts.keys()) {
    const run = parts.slice(start, start + quotedWords).flatMap(wordsOf)
    if (run.length < quotedWords || !written.includes(` ${run.join(' ')} `)) continue
    for (let at = start; at < start + quotedWords; at++) {
      quoted.add(at)
    }
  }
  return parts.filter((_, at) => !quoted.has(at)).join('')
}

function retryAfterSeconds({ headers }: APIError): number | null {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(milliseconds)) return milliseconds / 1000
  const header = headers?.get('retry-after')
  if (!header) return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return seconds
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000)
}

function refused(
  problem: Extract<ProviderAnswer, { kind: 'refused' }>['problem'],
  billedTo: BilledTo,
  reason: string,
): ProviderAnswer {
  return { kind: 'refused', problem, billedTo, reason }
}

function unknown(error: unknown): ProviderAnswer {
  return { kind: 'unknown', reason: describe(error) }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} ${describe(error.cause)}`
}
