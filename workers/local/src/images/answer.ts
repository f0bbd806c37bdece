import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { describeRevision, drawImage, drawPartialImage, startDrawing } from './draw-image.ts'
import { signImageUrl } from './image-files.ts'
import type { ImageRequest } from './image-request.ts'

/** One JSON answer. GPT Image models always give `b64_json`; dall-e gives an address for an hour unless the request says otherwise. */
export async function answerJson(c: Context, request: ImageRequest): Promise<Response> {
  const data = []
  await startDrawing()
  const revision = describeRevision(request)
  for (let index = 0; index < request.n; index++) {
    if (request.answer === 'url')
      data.push({ url: await signImageUrl(new URL(c.req.url).origin, request, request.variation + index), ...revision })
    else data.push({ b64_json: (await drawImage(request, index)).toBase64(), ...revision })
  }
  const created = Math.floor(Date.now() / 1000)
  if (request.model.family === 'dall-e') return c.json({ created, data })
  return c.json({ created, ...describeImages(request), data, usage: usageOf(request) })
}

export type ImageEvent = 'image_generation' | 'image_edit'

/** The same image as it comes: up to three partial ones, then the whole. */
export function answerStream(c: Context, request: ImageRequest, event: ImageEvent): Response {
  return streamSSE(c, async (stream) => {
    const created_at = Math.floor(Date.now() / 1000)
    const send = (type: string, fields: object) =>
      stream.writeSSE({ event: type, data: JSON.stringify({ type, created_at, ...describeImages(request), ...fields }) })

    const partials = request.partials ?? 0
    for (let index = 0; index < partials; index++) {
      const b64_json = (await drawPartialImage(request, index / partials)).toBase64()
      await send(`${event}.partial_image`, { partial_image_index: index, b64_json })
    }
    const b64_json = (await drawImage(request, 0)).toBase64()
    await send(`${event}.completed`, { b64_json, ...describeRevision(request), usage: usageOf(request) })
  })
}

/** Roughly as OpenAI counts: a token per four letters of the prompt, and per 16 x 16 pixels. Nothing is billed. */
export function usageOf({ prompt, canvas, n }: ImageRequest) {
  const text = Math.ceil(prompt.length / 4)
  const output = n * Math.ceil((canvas.width * canvas.height) / 256)
  return {
    total_tokens: text + output,
    input_tokens: text,
    output_tokens: output,
    input_tokens_details: { text_tokens: text, image_tokens: 0 },
  }
}

/** What every answer of GPT Image says about its images. */
export function describeImages({ canvas, quality, transparent, format }: ImageRequest) {
  return {
    background: transparent ? 'transparent' : 'opaque',
    output_format: format,
    quality: quality === 'auto' ? 'medium' : quality,
    size: `${canvas.width}x${canvas.height}`,
  }
}
