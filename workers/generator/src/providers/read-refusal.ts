import { TooLargeError } from '@encre/worker/limited-body'
import { APIConnectionError, APIError, APIUserAbortError } from 'openai'
import {
  type BilledTo,
  type Capability,
  type ImageRequest,
  type ProviderAnswer,
  parameters,
  parametersOf,
} from './provider.ts'
import { NoImageError } from './read-answer.ts'

// What a refusal of the provider means: words, money, key, model, parameter or time, and so who
// pays. `call-provider.ts` asks; `run-table.ts` decides what follows.

/** In codes (`content_policy_violation`, `DataInspectionFailed`) and in sentences. */
const moderation =
  /moderat|safety[ _](system|filter|check)|content[ _-]?(policy|filter|management)|responsible ?ai|data_?inspection|inappropriate|new_sensitive|sensitive ?(content|info|word)|\b(flagged|nsfw|prohibited)\b|(violat\w*|against)\W+(\w+\W+){0,3}(polic|guideline|usage|terms|rules)/i
// Providers also send these with 429, but waiting does not help.
const moneyCodes =
  /^(insufficient_quota|billing_hard_limit_reached|credit_balance_exhausted|(organization|project)_(spend|usage)_limit_exceeded)$/

const balance = /\b(balance|credits?|funds)\b/i
const spent = /\b(insufficient|not enough|exhausted|used (up|all)|run out|too low|have any)\b/i
const keyWords =
  /\b(api[ _-]?key|key|credentials?|organi[sz]ation|verified|permission|access|authenticat\w+|authori[sz]\w+|account|subscription)\b/i
const wordWords = /\b(words?|prompt|content|draw|picture|rules?|terms)\b/i

/**
 * What a refusal means, and who pays. The first that holds: the site's credit is used up; moderation,
 * which the member pays; the key or the model is refused; parameters are, and the call is repeated
 * without them; the words are; the provider is busy (429, 503), and the call waits.
 */
export function readRefusal(error: unknown, request: ImageRequest): ProviderAnswer {
  if (error instanceof NoImageError) return readNoImage(error, request)
  if (error instanceof TooLargeError) return refused('invalid-image', 'site', error.message)
  // workerd reports 'Network connection lost.' both for a refused connection and for one that broke
  // after the request was sent.
  if (error instanceof APIConnectionError || error instanceof APIUserAbortError)
    return unknown(error)
  return error instanceof APIError ? readApiError(error, request) : unknown(error)
}

/**
 * Refusals by moderation are billed to the member: the provider may moderate a finished image, and a
 * free refusal could be repeated without end.
 */
function readNoImage(error: NoImageError, request: ImageRequest): ProviderAnswer {
  const reason = error.message
  const texts = hideQuotes(error.texts, request)
  if (saysSpent(texts)) return refused('provider-exhausted', 'nobody', reason)
  if (moderation.test(texts)) return refused('moderation-blocked', 'member', reason)
  return refused(error.isEmpty ? 'no-image' : 'provider-unreadable', 'site', reason)
}

function readApiError(error: APIError, request: ImageRequest): ProviderAnswer {
  const { status } = error
  const reason = `${status ?? 'stream'} ${error.code ?? ''}`.trim()
  const message = hideQuotes(error.message, request)
  if (isSpent(error, message)) return refused('provider-exhausted', 'nobody', reason)
  if (isModeration(error, message)) return refused('moderation-blocked', 'member', reason)
  if (isAboutKey(error, message))
    return { kind: 'key-refused', reason: `${reason}, is the organisation verified?` }
  if (isModelMissing(error, message)) return { kind: 'model-missing' }
  const missing = isAboutRequest(error) ? refusedParameters(error, message, request) : []
  if (cannotEdit(error, message, request)) missing.push('edits')
  if (missing.length > 0) return { kind: 'parameters-refused', missing }
  // Whether it was the words is seen once others' words are drawn: `listRefusals`.
  if (isAboutRequest(error)) return refused('words-refused', 'nobody', reason)
  return readFailure(error, reason)
}

function readFailure(error: APIError, reason: string): ProviderAnswer {
  const { status } = error
  if (status === 429 || status === 503) {
    const problem = status === 429 ? 'provider-busy' : 'provider-unavailable'
    return { kind: 'busy', problem, retryAfterSeconds: retryAfterSeconds(error) }
  }
  // A provider that failed may have made the image, so the call takes from the site's quota.
  return isProviderFailure(error)
    ? refused('provider-unavailable', 'site', reason)
    : { kind: 'model-refused', reason }
}

function isSpent({ status, code }: APIError, message: string): boolean {
  if (status === 402 || moneyCodes.test(code ?? '')) return true
  return saysSpent(message)
}

function saysSpent(text: string): boolean {
  return balance.test(text) && spent.test(text)
}

/** An error without a status came with status 200, or within a stream. */
function isModeration(error: APIError, message: string): boolean {
  if (moderation.test(error.code ?? '')) return true
  return (error.status === undefined || isAboutRequest(error)) && moderation.test(message)
}

/** Whether the status says nothing of the address, the key, the time or the number of calls. */
function isAboutRequest({ status = 0 }: APIError): boolean {
  return status >= 400 && status < 500 && ![401, 404, 405, 408, 409, 429].includes(status)
}

function isAboutKey({ status }: APIError, message: string): boolean {
  return status === 401 || (status === 403 && keyWords.test(message) && !wordWords.test(message))
}

/** Whether the provider failed, not our request. */
function isProviderFailure({ status }: APIError): boolean {
  return status === undefined || status === 408 || status === 409 || status >= 500
}

function isModelMissing({ status, code }: APIError, message: string): boolean {
  if (status !== 400 && status !== 404) return false
  return (
    code === 'model_not_found' ||
    /\bmodel\b.*\b(does not exist|not found)\b|\b(unknown|invalid) model\b|\bmodel\W+(is )?not supported\b/i.test(
      message,
    )
  )
}

function cannotEdit(
  { status, param }: APIError,
  message: string,
  { reference }: ImageRequest,
): boolean {
  if (!reference) return false
  if (status === 404 || status === 405 || status === 501) return true
  const isNamed =
    param === 'model' || /\bnot support(ed)?\b.*\bedit|\bedit.*\bnot support/i.test(message)
  return (status === 400 || status === 422) && isNamed
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
  /UnsupportedParams|\b(param(eter)?s?|arguments?|fields?|extra inputs?|propert(y|ies)|keys?)\b/i

/** What a sentence about a parameter says of it; one about the member's words may say 'style', too. */
const complaint =
  /support|permit|allowed|unknown|unrecogni|invalid|unexpected|extra|\b(takes?|accepts?|must|param\w*|arguments?|fields?|values?)\b/i

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
  const sentences = complaint.test(message) ? [refusal, message] : []
  const named = [param ?? '', ...sentences].map(findIn).find((names) => names.length > 0)
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
    .replaceAll('"param":', '')
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
