import type { Bindings } from '../bindings.ts'
import { readImageFormat } from '../images/image-format.ts'
import { createClient } from './client.ts'
import { familyOf } from './families.ts'
import type { CallOptions, ImageRequest, ProviderAnswer } from './provider.ts'
import { readAnswer } from './read-answer.ts'
import { readRefusal } from './refusals.ts'

/** Makes one image with one model. Never throws, and never calls twice. */
export async function callProvider(env: Bindings, request: ImageRequest, options: CallOptions): Promise<ProviderAnswer> {
  const deadline = Number(env.PROVIDER_DEADLINE_SECONDS) * 1000
  // Of our own, because the SDK's stops at the answer's headers and a body can drip.
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(deadline)])
  try {
    const response = await familyOf(request.model).send(createClient(env, deadline), request, signal)
    const { base64, url } = await readAnswer(response, options)
    return url && !base64 ? { kind: 'address', url } : readImage(base64 ? decodeBase64(base64) : null)
  } catch (error) {
    return readRefusal(error, request)
  }
}

/** Whether bytes of a provider are an image that may be kept. */
export function readImage(bytes: Uint8Array<ArrayBuffer> | null): Extract<ProviderAnswer, { kind: 'image' | 'refused' }> {
  const format = bytes && readImageFormat(bytes)
  if (!bytes || !format) return { kind: 'refused', problem: 'invalid-image', charged: 'member', reason: 'not an image that we accept' }
  return { kind: 'image', bytes, format }
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.fromBase64(text)
  } catch {
    return null
  }
}
