import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { describeRevision, drawImage, drawPartialImage } from './draw-image.ts'
import type { ImageRequest } from './image-request.ts'
import { describeImages, usageOf } from './image-usage.ts'

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
