import { readImageFormat } from '@encre/worker/clean-image'
import { readLimited, TooLargeError } from '@encre/worker/limited-body'
import OpenAI from 'openai'
import { DownloadRefusedError, downloadImage, NotThereError } from '../images/image-download.ts'
import type { ProviderSettings } from '../settings.ts'
import { listLeaves, readError } from './json-leaves.ts'
import {
  type CallOptions,
  type DownloadAnswer,
  type ImageRequest,
  type ProviderAnswer,
  sendRequest,
} from './provider.ts'
import { readAnswer } from './read-answer.ts'
import { readRefusal } from './read-refusal.ts'

// One call to the provider, with its deadline. `run-steps.ts` makes it; whether another follows is
// in `run-table.ts`.

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
    const answer = await readAnswer(response, request, options)
    const { revisedPrompt, tokens } = answer
    if (answer.kind === 'address') {
      // An address may be relative. `downloadImage` refuses an origin that is not listed.
      const url = URL.parse(answer.url, settings.baseUrl)?.href ?? answer.url
      return { kind: 'address', url, revisedPrompt, tokens }
    }
    const image = readImage(answer.bytes)
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
      return { kind: 'unreachable', reason, isMissing: error instanceof NotThereError }
    // The provider billed the call, but there is no usable image at its address.
    return { kind: 'refused', problem: 'invalid-image', billedTo: 'site', reason }
  }
}

/**
 * Each call is one attempt: it has no idempotency key, and a second one could be billed. A gateway of
 * Cloudflare's may retry and cache by itself:
 * https://developers.cloudflare.com/ai-gateway/glossary
 */
const once = { 'cf-aig-max-attempts': '1', 'cf-aig-skip-cache': 'true' }

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
    defaultHeaders: once,
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

/** The SDK reads an error's text from `error.message` only. Some servers put it elsewhere. */
async function keepErrorText(response: Response): Promise<Response> {
  const { ok, status, headers } = response
  if (ok) return response
  const text = await readLimited(response.body, errorLimit).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => '',
  )
  const kept = new Headers(headers)
  for (const name of ['content-length', 'content-encoding', 'content-type']) {
    kept.delete(name)
  }
  return Response.json({ error: readError(listLeaves(text)) }, { status, headers: kept })
}
