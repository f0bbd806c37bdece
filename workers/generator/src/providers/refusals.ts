import { TooLargeError } from '@encre/worker/limited-body'
import { APIConnectionError, APIError, APIUserAbortError } from 'openai'
import {
  type BilledTo,
  type Capability,
  type ImageRequest,
  NoImageError,
  type ProviderAnswer,
  parameters,
  parametersOf,
} from './provider.ts'

const moderationCodes = new Set(['moderation_blocked', 'content_policy_violation', 'content_filter', 'contentFilter'])
const moderationWords =
  /moderat|safety (system|filter|check)|content[ _-]?(policy|filter|management)|responsible ?ai|\b(flagged|nsfw|prohibited)\b/i
// Providers also send these with 429, but waiting does not help.
const moneyCodes = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
])

/** Translates an error of a call into an answer. */
export function readRefusal(error: unknown, request: ImageRequest): ProviderAnswer {
  if (error instanceof NoImageError) return refused('no-image', 'site', error.message)
  if (error instanceof TooLargeError) return refused('invalid-image', 'site', error.message)
  // workerd reports 'Network connection lost.' both for a refused connection and for one that broke after the request was sent.
  if (error instanceof APIConnectionError || error instanceof APIUserAbortError) return unknown(error)
  return error instanceof APIError ? readApiError(error, request) : unknown(error)
}

function readApiError(error: APIError, request: ImageRequest): ProviderAnswer {
  const { status } = error
  const code = error.code ?? ''
  const reason = `${status ?? 'stream'} ${code}`.trim()
  const isRefusal = status === 400 || status === 422
  const message = hideQuotes(error.message, request)
  // Billed to the member: the provider may moderate a finished image, and a free refusal could be repeated without end.
  if (moderationCodes.has(code)) return refused('moderation-blocked', 'member', reason)
  if (moneyCodes.has(code)) return refused('provider-exhausted', 'nobody', reason)
  if (isRefusal && moderationWords.test(message)) return refused('moderation-blocked', 'member', reason)
  if (isModelMissing(error, message)) return { kind: 'model-missing' }
  const missing = isRefusal ? refusedParameters(error, message, request) : []
  if (cannotEdit(error, message, request)) missing.push('edits')
  if (missing.length > 0) return { kind: 'parameters-refused', missing }
  if (status === 429) return { kind: 'busy', problem: 'provider-busy', retryAfterSeconds: retryAfterSeconds(error) }
  if (status === 503) return { kind: 'busy', problem: 'provider-unavailable', retryAfterSeconds: retryAfterSeconds(error) }
  // A provider that failed may have made the image, so the call takes from the site's quota.
  return isProviderFailure(error) ? refused('provider-unavailable', 'site', reason) : { kind: 'model-refused', reason }
}

/** Whether the provider failed, not our request. An error without a status came within a stream. */
function isProviderFailure({ status }: APIError): boolean {
  return status === undefined || status === 408 || status === 409 || status >= 500
}

function isModelMissing({ status, code }: APIError, message: string): boolean {
  if (status !== 400 && status !== 404) return false
  return code === 'model_not_found' || /\bmodel\b.*\b(does not exist|not found)\b|\b(unknown|invalid) model\b/i.test(message)
}

function cannotEdit({ status, param }: APIError, message: string, { reference }: ImageRequest): boolean {
  if (!reference) return false
  if (status === 404 || status === 405 || status === 501) return true
  return (status === 400 || status === 422) && (param === 'model' || /\bnot support(ed)?\b.*\bedit|\bedit.*\bnot support/i.test(message))
}

/** How refusals name a parameter other than by its name. `n` is a letter of many messages. */
const otherNames: Partial<Record<string, RegExp>> = {
  stream: /\b(stream(ing)?|partial_images)\b/i,
  background: /\b(background|transparen(t|cy))\b/i,
  size: /\bsize\b|\b\d{3,4}x\d{3,4}\b/i,
  n: /^n$|['"`]n['"`]|\bn=|\b(parameters?|arguments?|fields?|supported):? n\b/,
}

const unsupported = /UnsupportedParams|\b(unsupported|unknown|unrecogni[sz]ed|unexpected|extra|not (supported|permitted|allowed))\b/i
const parameterWords = /UnsupportedParams|\b(param(eter)?s?|arguments?|fields?|inputs?|propert(y|ies)|keys?)\b/i

/** The parameters of the request that a refusal names. If it calls one unsupported that is not ours, the first one that was sent. */
function refusedParameters({ param }: APIError, message: string, request: ImageRequest): Capability[] {
  if (param === 'prompt' || param === 'model') return []
  const sent = Object.keys(parametersOf(request))
  const findIn = (text: string) => parameters.filter((name) => (otherNames[name] ?? new RegExp(`\\b${name}\\b`, 'i')).test(text))
  // The names of the parameters that a server takes may follow those that it refuses.
  const [refusal = ''] = message.split(/\b(?:supported|allowed|valid|accepted) (?:param(?:eter)?|argument|field|value)s?\b/i)
  const named = [param ?? '', refusal, message].map(findIn).find((names) => names.length > 0)
  if (named) return named.filter((name) => sent.includes(name))
  // A gateway may refuse what it made of a parameter.
  return unsupported.test(message) && parameterWords.test(message) ? parameters.filter((name) => sent.includes(name)).slice(0, 1) : []
}

const quotedWords = 4

/** Removes what a message repeats of the request, four words of the prompt or more: the words of a member may be names of parameters. */
function hideQuotes(message: string, { model, prompt }: ImageRequest): string {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  const written = ` ${wordsOf(prompt).join(' ')} `
  const parts = message
    .replaceAll(model, '')
    .replace(/"param":|"input":\s*\{[^}]*\}/g, '')
    .split(/(?=(?<![\p{L}\p{N}_])[\p{L}\p{N}_])/u)
  const isQuoted = (start: number) => {
    const run = parts.slice(start, start + quotedWords).flatMap(wordsOf)
    return run.length === quotedWords && written.includes(` ${run.join(' ')} `)
  }
  const starts = parts.map((_, start) => isQuoted(start))
  return parts.filter((_, at) => !starts.slice(Math.max(0, at - quotedWords + 1), at + 1).includes(true)).join('')
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

function refused(problem: Extract<ProviderAnswer, { kind: 'refused' }>['problem'], billedTo: BilledTo, reason: string): ProviderAnswer {
  return { kind: 'refused', problem, billedTo, reason }
}

function unknown(error: unknown): ProviderAnswer {
  return { kind: 'unknown', reason: describe(error) }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} ${describe(error.cause)}`
}
