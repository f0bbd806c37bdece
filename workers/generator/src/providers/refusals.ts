import { APIConnectionError, APIError, APIUserAbortError } from 'openai'
import type { Charged } from '../generations/generations-store.ts'
import { TooLargeError } from '../images/read-limited.ts'
import type { ImageRequest, OptionalFeature, ProviderAnswer } from './provider.ts'
import { NoImageError } from './read-answer.ts'

const moderationCodes = new Set(['moderation_blocked', 'content_policy_violation'])
// They come as 429 too, but waiting does not bring money.
const moneyCodes = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
])

/** What an error of a call means: facts about the wire on the left, what may follow on the right. */
export function readRefusal(error: unknown, asked: Pick<ImageRequest, OptionalFeature>): ProviderAnswer {
  if (error instanceof NoImageError) return refused('no-image', 'member', error.message)
  if (error instanceof TooLargeError) return refused('invalid-image', 'member', error.message)
  // workerd says 'Network connection lost.' of a refused connection too: it cannot be told from one that was cut after the request.
  if (error instanceof APIConnectionError || error instanceof APIUserAbortError) return unknown(error)
  if (!(error instanceof APIError)) return unknown(error)
  const feature = refusedFeature(error, asked)
  return feature ? { kind: 'feature-refused', feature } : readApiError(error)
}

function readApiError(error: APIError): ProviderAnswer {
  const code = error.code ?? ''
  const reason = `${error.status ?? 'stream'} ${code}`.trim()
  // Counts against the member: it can also come after the image was made, and costs nothing to try over and over.
  if (moderationCodes.has(code)) return refused('moderation-blocked', 'member', reason)
  if (moneyCodes.has(code)) return refused('provider-unavailable', 'nobody', reason)
  if (isModelMissing(error)) return { kind: 'model-missing' }
  if (error.status === 429) return { kind: 'busy', problem: 'provider-busy', retryAfterSeconds: retryAfterSeconds(error) }
  if (error.status === 503) return { kind: 'busy', problem: 'provider-unavailable', retryAfterSeconds: retryAfterSeconds(error) }
  // Cut short on the provider's side, it may have made the image: the site's limit must know.
  return isPassing(error) ? refused('provider-unavailable', 'site', reason) : refused('provider-misconfigured', 'nobody', reason)
}

/** Says something about the provider's day, not about what we sent. Without a status it came in the middle of a stream. */
function isPassing({ status }: APIError): boolean {
  return status === undefined || status === 408 || status === 409 || status >= 500
}

function isModelMissing({ status, code, message }: APIError): boolean {
  if (status !== 400 && status !== 404) return false
  return code === 'model_not_found' || /\bmodel\b.*\bdoes not exist\b/i.test(message)
}

/** Some gateways speak the API without all of it, and say so of a parameter. A moderation may quote the member's words instead. */
function refusedFeature({ status, code, param, message }: APIError, asked: Pick<ImageRequest, OptionalFeature>): OptionalFeature | null {
  if ((status !== 400 && status !== 422) || moderationCodes.has(code ?? '')) return null
  const names = (parameters: RegExp) => parameters.test(param ?? message)
  if (asked.stream && names(/\b(stream(ing)?|partial_images)\b/i)) return 'stream'
  if (asked.transparent && names(/\b(background|transparen(t|cy))\b/i)) return 'transparent'
  return null
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

function refused(problem: Extract<ProviderAnswer, { kind: 'refused' }>['problem'], charged: Charged, reason: string): ProviderAnswer {
  return { kind: 'refused', problem, charged, reason }
}

function unknown(error: unknown): ProviderAnswer {
  return { kind: 'unknown', reason: describe(error) }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} ${describe(error.cause)}`
}
