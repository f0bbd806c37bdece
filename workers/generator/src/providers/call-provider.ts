import type { Bindings } from '../bindings.ts'
import { downloadImage } from '../images/image-download.ts'
import { readImageFormat } from '../images/image-format.ts'
import { createClient } from './client.ts'
import { familyOf } from './families.ts'
import type { CallOptions, ImageRequest, ProviderAnswer } from './provider.ts'
import { type AnsweredImage, readAnswer } from './read-answer.ts'
import { readRefusal } from './refusals.ts'

// OpenAI says that complex prompts take up to two minutes.
const deadline = 140_000

/** Makes one image with one model. Never throws, and never calls twice. */
export async function callProvider(env: Bindings, request: ImageRequest, options: CallOptions): Promise<ProviderAnswer> {
  // Of our own, because the SDK's stops at the answer's headers and a body can drip.
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(deadline)])
  try {
    const response = await familyOf(request.model).send(createClient(env, deadline), request, signal)
    const answered = await readAnswer(response, options)
    const bytes = await readBytes(answered, env.IMAGE_URL_ORIGINS, signal)
    const format = bytes && readImageFormat(bytes)
    if (!bytes || !format) return { kind: 'refused', problem: 'invalid-image', isFree: false, reason: 'not an image that we accept' }
    return { kind: 'image', bytes, format }
  } catch (error) {
    return readRefusal(error)
  }
}

async function readBytes({ base64, url }: AnsweredImage, origins: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | null> {
  if (base64) return decodeBase64(base64)
  return url ? downloadImage(url, origins, signal) : null
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.fromBase64(text)
  } catch {
    return null
  }
}
