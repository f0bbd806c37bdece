import { readImageFormat } from '@encre/worker/clean-image'
import { readLimited, TooLargeError } from '@encre/worker/limited-body'
import OpenAI from 'openai'
import type { Bindings } from '../bindings.ts'
import { DownloadRefusedError, downloadImage } from '../images/image-download.ts'
import { type CallOptions, type DownloadAnswer, type ImageRequest, type ProviderAnswer, readAnswer, sendRequest } from './provider.ts'
import { readRefusal } from './refusals.ts'

/** Makes one image with one model, in one call. Never throws. */
export async function callProvider(env: Bindings, request: ImageRequest, options: CallOptions): Promise<ProviderAnswer> {
  const timeoutMs = Number(env.PROVIDER_DEADLINE_SECONDS) * 1000
  // The SDK's own timeout ends at the headers of the response; this one includes the body.
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)])
  try {
    const response = await sendRequest(createClient(env, timeoutMs), request, signal)
    const { base64, url, ...details } = await readAnswer(response, request.prompt, options)
    if (url) return { kind: 'address', url, ...details }
    const image = readImage(base64 ? decodeBase64(base64) : null)
    return image.kind === 'image' ? { ...image, ...details } : image
  } catch (error) {
    return readRefusal(error, request)
  }
}

/** Checks the header of the provider's bytes. `cleanImage` decodes them, once they are stored. */
function readImage(bytes: Uint8Array<ArrayBuffer> | null): Extract<ProviderAnswer, { kind: 'image' | 'refused' }> {
  const format = bytes && readImageFormat(bytes)
  if (!bytes || !format) return { kind: 'refused', problem: 'invalid-image', billedTo: 'site', reason: 'not an accepted image' }
  return { kind: 'image', bytes, format }
}

/** Decodes base64 with or without line breaks, in its URL form too, and in a `data:` URL. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const base64 = text
    .replace(/^data:[^,]*,/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  try {
    return Uint8Array.fromBase64(base64)
  } catch {
    return null
  }
}

/** Downloads the image from the address that the provider answered. Never throws. */
export async function fetchImage(
  { IMAGE_URL_ORIGINS }: Pick<Bindings, 'IMAGE_URL_ORIGINS'>,
  url: string,
  signal: AbortSignal,
): Promise<DownloadAnswer> {
  try {
    return readImage(await downloadImage(url, IMAGE_URL_ORIGINS, signal))
  } catch (error) {
    const reason = `address: ${error instanceof Error ? error.message : error}`
    if (!(error instanceof DownloadRefusedError) && !(error instanceof TooLargeError)) return { kind: 'unreachable', reason }
    // The provider billed the call, but there is no usable image at its address.
    return { kind: 'refused', problem: 'invalid-image', billedTo: 'site', reason }
  }
}

/** The SDK without retries: they send no idempotency key and could be billed twice. */
export function createClient({ OPENAI_API_KEY, OPENAI_BASE_URL }: Pick<Bindings, 'OPENAI_API_KEY' | 'OPENAI_BASE_URL'>, timeoutMs: number) {
  return new OpenAI({
    apiKey: OPENAI_API_KEY,
    baseURL: OPENAI_BASE_URL,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    fetch: fetchWithoutRedirect,
  })
}

// Redirects are not followed: they would send the key and the member's text to an address that nobody configured.
// The SDK looks for `Response` on its fetch, and otherwise fetches `data:,` before each upload to get the class.
const fetchWithoutRedirect = Object.assign(
  async (input: RequestInfo | URL, init?: RequestInit) => keepErrorText(await fetch(input, { ...init, redirect: 'manual' })),
  { Response },
)

const errorLimit = 1024 * 1024

/** The SDK reads an error's text from `error` only. Some servers put it elsewhere, such as in `detail`. */
async function keepErrorText(response: Response): Promise<Response> {
  const { ok, status, headers } = response
  if (ok || !headers.get('content-type')?.includes('json')) return response
  const text = await readLimited(response.body, errorLimit).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => '',
  )
  const body = parseObject(text)
  const kept = new Headers(headers)
  for (const name of ['content-length', 'content-encoding']) kept.delete(name)
  return Response.json(body && 'error' in body ? body : { error: { message: text } }, { status, headers: kept })
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
