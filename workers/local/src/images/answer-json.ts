import type { Context } from 'hono'
import { drawImage } from './draw-image.ts'
import { signImageUrl } from './image-files.ts'
import type { ImageRequest } from './image-request.ts'
import { describeImages, usageOf } from './image-usage.ts'

/** One JSON answer, as each family gives it: GPT Image always `b64_json`, dall-e an address for an hour unless asked otherwise. */
export async function answerJson(c: Context, request: ImageRequest): Promise<Response> {
  const data = []
  for (let index = 0; index < request.n; index++) {
    if (request.answer === 'url') data.push({ url: await signImageUrl(new URL(c.req.url).origin, request, index) })
    else data.push({ b64_json: (await drawImage(request, index)).toBase64() })
  }
  const created = Math.floor(Date.now() / 1000)
  if (request.model.family === 'dall-e') {
    return c.json({ created, data: data.map((image) => ({ ...image, revised_prompt: request.prompt })) })
  }
  return c.json({ created, ...describeImages(request), data, usage: usageOf(request) })
}
