import { APIConnectionError, APIError, APIUserAbortError } from 'openai'
import { TooLargeError } from '../images/image-download.ts'
import { type BilledTo, type ImageRequest, NoImageError, type OptionalFeature, type ProviderAnswer } from './provider.ts'

const moderationCodes = new Set(['moderation_blocked', 'content_policy_violation'])
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
export function readRefusal(error: unknown, request: Pick<ImageRequest, OptionalFeature>): ProviderAnswer {
  if (error instanceof NoImageError) return refused('no-image', 'site', error.message)
  if (error instanceof TooLargeError) return refused('invalid-image', 'site', error.message)
  // workerd reports 'Network connection lost.' both for a refused connection and for one that broke after the request was sent.
  if (error instanceof APIConnectionError || error instanceof APIUserAbortError) return unknown(error)
  if (!(error instanceof APIError)) return unknown(error)
  const feature = refusedFeature(error, request)
  return feature ? { kind: 'feature-refused', feature } : readApiError(error)
}

function readApiError(error: APIError): ProviderAnswer {
  const code = error.code ?? ''
  const reason = `${error.status ?? 'stream'} ${code}`.trim()
  // Billed to the member: the provider may moderate a finished image, and a free refusal could be repeated without end.
  if (moderationCodes.has(code)) return refused('moderation-blocked', 'member', reason)
  if (moneyCodes.has(code)) return refused('provider-exhausted', 'nobody', reason)
  if (isModelMissing(error)) return { kind: 'model-missing' }
  if (error.status === 429) return { kind: 'busy', problem: 'provider-busy', retryAfterSeconds: retryAfterSeconds(error) }
  if (error.status === 503) return { kind: 'busy', problem: 'provider-unavailable', retryAfterSeconds: retryAfterSeconds(error) }
  // A provider that failed may have made the image, so the call takes from the site's quota.
  return isProviderFailure(error) ? refused('provider-unavailable', 'site', reason) : refused('provider-misconfigured', 'nobody', reason)
}

/** Whether the provider failed, not our request. An error without a status came within a stream. */
function isProviderFailure({ status }: APIError): boolean {
  return status === undefined || status === 408 || status === 409 || status >= 500
}

function isModelMissing({ status, code, message }: APIError): boolean {
  if (status !== 400 && status !== 404) return false
  return code === 'model_not_found' || /\bmodel\b.*\bdoes not exist\b/i.test(message)
}

/** Some gateways refuse a parameter of a feature. A moderation is excluded, since it may quote the same words from the description. */
function refusedFeature({ status, code, param, message }: APIError, request: Pick<ImageRequest, OptionalFeature>): OptionalFeature | null {
  if ((status !== 400 && status !== 422) || moderationCodes.has(code ?? '')) return null
  const names = (parameters: RegExp) => parameters.test(param ?? message)
  if (request.stream && names(/\b(stream(ing)?|partial_images)\b/i)) return 'stream'
  if (request.transparent && names(/\b(background|transparen(t|cy))\b/i)) return 'transparent'
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
