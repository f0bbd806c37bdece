import type { Context } from 'hono'
import { describeRevision, drawImage, startDrawing } from './draw-image.ts'
import { signImageUrl } from './image-files.ts'
import type { ImageRequest } from './image-request.ts'
import { describeImages, usageOf } from './image-usage.ts'

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
