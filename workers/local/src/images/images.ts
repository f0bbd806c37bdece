import { type Context, Hono } from 'hono'
import { plain } from '../drawing/words.ts'
import { answerJson, answerStream, type ImageEvent } from './answer.ts'
import { countRepeats } from './draw-image.ts'
import { readImageRequest, readReferenceFile } from './image-request.ts'
import { type ImageEnv, listModels } from './models.ts'
import { invalidType, missingKey, missingParameter, moderationBlocked, OpenAIError } from './openai-error.ts'

/** The images API of OpenAI, mounted at `/v1`. It accepts any key, and refuses a request without one. */
export const images = new Hono<ImageEnv>()
  .use(async (c, next) => {
    c.header('x-request-id', `req_${crypto.randomUUID().replaceAll('-', '')}`)
    if (!/^Bearer \S+$/i.test(c.req.header('authorization') ?? '')) throw missingKey()
    await next()
  })
  .get('/models', (c) => c.json(listModels(c.env.IMAGE_MODELS_SERVED)))
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

async function answer(c: Context<ImageEnv>, fields: Record<string, unknown>, files: readonly File[], event: ImageEvent): Promise<Response> {
  const request = readImageRequest(fields, c.env.IMAGE_MODELS_SERVED)
  if (isForbidden(request.prompt)) throw moderationBlocked(c.res.headers.get('x-request-id') ?? '')
  if (files.length > 0) request.reference = await readReferenceFile(files)
  request.variation = countRepeats(request)
  return request.partials === null ? answerJson(c, request) : answerStream(c, request, event)
}

async function readJson(c: Context<ImageEnv>): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => null)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return Object.fromEntries(Object.entries(body))
  throw new OpenAIError(400, null, 'We could not parse the JSON body of your request. (HINT: This likely means you have invalid JSON.)')
}

async function readForm(c: Context<ImageEnv>): Promise<{ fields: Record<string, unknown>; files: File[] }> {
  const form = await c.req.formData().catch(() => null)
  if (!form) throw new OpenAIError(400, null, 'We could not parse the multipart body of your request.')
  const files = ['image', 'image[]'].flatMap((name) => form.getAll(name))
  if (files.length === 0) throw missingParameter('image')
  for (const name of ['image', 'image[]']) form.delete(name)
  return { fields: Object.fromEntries(form), files: files.map(requireFile) }
}

function requireFile(value: File | string): File {
  if (value instanceof File) return value
  throw invalidType('image', 'a file')
}

// Enough to show the refusal of a real provider. It is no real moderation.
const forbidden = /\b(nazis?|croix gammee|swastikas?|svastikas?|hitler|ku klux klan|child porn\w*|pedoporn\w*|pornograph\w*)\b/

export function isForbidden(prompt: string): boolean {
  return forbidden.test(plain(prompt))
}
