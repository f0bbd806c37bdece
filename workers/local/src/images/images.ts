import { type Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { plain } from '../drawing/words.ts'
import {
  countRepeats,
  describeRevision,
  drawImage,
  drawPartialImage,
  startDrawing,
} from './draw-image.ts'
import { type ImageRequest, readImageRequest, readReferenceFile } from './image-request.ts'
import { listModels } from './models.ts'
import { invalidType, missingParameter, OpenAIError } from './openai-error.ts'

/**
 * The images API of OpenAI, mounted at `/v1`. It accepts any key, and refuses a request without
 * one.
 */
export const images = new Hono()
  .use(async (c, next) => {
    c.header('x-request-id', `req_${crypto.randomUUID().replaceAll('-', '')}`)
    if (!/^Bearer \S+$/i.test(c.req.header('authorization') ?? '')) {
      throw new OpenAIError(401, null, 'Missing bearer authentication in header')
    }
    await next()
  })
  .get('/models', (c) => c.json(listModels()))
  .post('/images/generations', async (c) => answer(c, await readJson(c), [], 'image_generation'))
  .post('/images/edits', async (c) => {
    const { fields, files } = await readForm(c)
    return answer(c, fields, files, 'image_edit')
  })
  .onError((error, c) => {
    if (!(error instanceof OpenAIError)) throw error
    const response = error.toResponse()
    response.headers.set('x-request-id', c.res.headers.get('x-request-id') ?? '')
    return response
  })

async function answer(
  c: Context,
  fields: Record<string, unknown>,
  files: readonly File[],
  event: ImageEvent,
): Promise<Response> {
  const request = readImageRequest(fields)
  if (isForbidden(request.prompt)) {
    const message = `Your request was rejected by the safety system. If you believe this is an error, contact us at help.openai.com and include the request ID ${c.res.headers.get('x-request-id')}.`
    throw new OpenAIError(400, 'moderation_blocked', message, null, 'image_generation_user_error')
  }
  if (files.length > 0) request.reference = await readReferenceFile(files)
  if (fields.mask instanceof File) request.mask = await readReferenceFile([fields.mask])
  request.variation = countRepeats(request)
  return request.partials === null ? answerJson(c, request) : answerStream(c, request, event)
}

async function readJson(c: Context): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => null)
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return Object.fromEntries(Object.entries(body))
  throw new OpenAIError(
    400,
    null,
    'We could not parse the JSON body of your request. (HINT: This likely means you have invalid JSON.)',
  )
}

async function readForm(c: Context): Promise<{ fields: Record<string, unknown>; files: File[] }> {
  const form = await c.req.formData().catch(() => null)
  if (!form)
    throw new OpenAIError(400, null, 'We could not parse the multipart body of your request.')
  const files = ['image', 'image[]'].flatMap((name) => form.getAll(name))
  if (files.length === 0) throw missingParameter('image')
  for (const name of ['image', 'image[]']) {
    form.delete(name)
  }
  return { fields: Object.fromEntries(form), files: files.map(requireFile) }
}

function requireFile(value: File | string): File {
  if (value instanceof File) return value
  throw invalidType('image', 'a file')
}

// Enough to show the refusal of a real provider. It is no real moderation.
const forbidden =
  /\b(nazis?|croix gammee|swastikas?|svastikas?|hitler|ku klux klan|child porn\w*|pedoporn\w*|pornograph\w*)\b/

export function isForbidden(prompt: string): boolean {
  return forbidden.test(plain(prompt))
}

async function answerJson(c: Context, request: ImageRequest): Promise<Response> {
  const data = []
  await startDrawing()
  const revision = describeRevision(request)
  for (let index = 0; index < request.n; index++) {
    data.push({ b64_json: (await drawImage(request, index)).toBase64(), ...revision })
  }
  const created = Math.floor(Date.now() / 1000)
  return c.json({ created, ...describeImages(request), data, usage: usageOf(request) })
}

type ImageEvent = 'image_generation' | 'image_edit'

function answerStream(c: Context, request: ImageRequest, event: ImageEvent): Response {
  return streamSSE(c, async (stream) => {
    const created_at = Math.floor(Date.now() / 1000)
    const send = (type: string, fields: object) =>
      stream.writeSSE({
        event: type,
        data: JSON.stringify({ type, created_at, ...describeImages(request), ...fields }),
      })

    const partials = request.partials ?? 0
    for (let index = 0; index < partials; index++) {
      const b64_json = (await drawPartialImage(request, index / partials)).toBase64()
      await send(`${event}.partial_image`, { partial_image_index: index, b64_json })
    }
    const b64_json = (await drawImage(request, 0)).toBase64()
    await send(`${event}.completed`, {
      b64_json,
      ...describeRevision(request),
      usage: usageOf(request),
    })
  })
}

/**
 * Roughly as OpenAI counts: a token per four letters of the prompt, and per 16 x 16 pixels. Nothing
 * is billed.
 */
function usageOf({ prompt, canvas, n }: ImageRequest) {
  const text = Math.ceil(prompt.length / 4)
  const output = n * Math.ceil((canvas.width * canvas.height) / 256)
  return {
    total_tokens: text + output,
    input_tokens: text,
    output_tokens: output,
    input_tokens_details: { text_tokens: text, image_tokens: 0 },
  }
}

function describeImages({ canvas, quality, transparent }: ImageRequest) {
  return {
    background: transparent ? 'transparent' : 'opaque',
    output_format: 'png',
    quality: quality === 'auto' ? 'medium' : quality,
    size: `${canvas.width}x${canvas.height}`,
  }
}
