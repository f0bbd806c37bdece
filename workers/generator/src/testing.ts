import { env, exports } from 'cloudflare:workers'
import type { NewDesign } from '@encre/gallery-worker/contract'
import type { Design } from '@encre/protocol/design'
import { ownerKey } from '@encre/worker/member'
import { createTestTenant, emptyStorage, migrate } from '@encre/worker/testing'
import { encode } from 'fast-png'
import { afterEach, beforeEach, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Bindings } from './bindings.ts'
import { Generation, type GenerationRequest, GeneratorOptions } from './contract.ts'
import { places } from './limits/places.ts'
import { recordMissingCapability } from './providers/models-store.ts'

export { codeOf } from '@encre/worker/testing'

await migrate(env)
await emptyStorage(env.DB, [env.REFERENCES])

/** The stub in test/library.js and its controls. */
export const library = env.LIBRARY as unknown as Bindings['LIBRARY'] & {
  failSaves(count: number): Promise<void>
  goAway(isAway: boolean): Promise<void>
  addDesigns(memberId: string, count: number): Promise<void>
  forgetCalls(): Promise<void>
  inspect(): Promise<{
    calls: (keyof Bindings['LIBRARY'])[]
    saved: { design: Design; type: string; bytes: ArrayBuffer }[]
  }>
}

export async function libraryCalls(): Promise<string[]> {
  return (await library.inspect()).calls
}

/** The fake provider: each test may replace `answer`; `calls` are the requests that it received. */
export const provider = {
  calls: [] as { path: string; body: Record<string, unknown>; headers: Headers }[],
  answer: answerLikeOpenAi,
}

export let member: TestMember

// Not before each test: what a file does while it loads would have the time of the file before.
afterEach(() => void vi.useRealTimers())

beforeEach(async () => {
  member = new TestMember()
  vi.restoreAllMocks()
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => tenant.fetch(input, init))
  provider.calls = []
  provider.answer = answerLikeOpenAi
  await library.failSaves(0)
  await library.goAway(false)
  await library.forgetCalls()
  await deleteModels()
  await recordMissingCapability(env, 'dall-e-3', 'model')
})

/** Deletes what the worker knows of the provider's models: that it lacks dall-e-3. */
export async function deleteModels(): Promise<void> {
  await env.DB.prepare('delete from missing_capabilities').run()
}

async function readBody(request: Request): Promise<Record<string, unknown>> {
  if (request.headers.get('content-type')?.includes('json')) return request.json()
  return request.body ? Object.fromEntries(await request.formData()) : {}
}

export const tenant = await createTestTenant(env, async (request) => {
  const body = await readBody(request)
  provider.calls.push({ path: new URL(request.url).pathname, body, headers: request.headers })
  return provider.answer(body, request)
})

/** Answers like OpenAI: dall-e-3 does not exist, GPT Image answers in base64. */
export async function answerLikeOpenAi(
  body: Record<string, unknown>,
  _request: Request,
): Promise<Response> {
  return body.model === 'dall-e-3'
    ? refuse(400, 'model_not_found', 'The model `dall-e-3` does not exist.')
    : imageAnswer(designPng)
}

export function imageAnswer(image: Uint8Array, fields: object = {}): Response {
  return Response.json({ data: [{ b64_json: image.toBase64() }], ...fields })
}

export function refuse(
  status: number,
  code: string,
  message = code,
  headers: Record<string, string> = {},
): Response {
  return Response.json(
    { error: { message, type: 'invalid_request_error', param: null, code } },
    { status, headers },
  )
}

/** The header of a PNG with this size, and nothing after it. */
export function pngOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

/** A complete white PNG of the smallest accepted size. */
export const designPng = drawPng(256)

export function drawPng(width: number, height = width): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    encode({ width, height, data: new Uint8Array(width * height).fill(255), channels: 1 }),
  )
}

/** A mask whose left half changes. */
export function maskPng(side: number): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(4 * side * side).map((_, at) =>
    at % 4 === 3 && (at >> 2) % side >= side / 2 ? 255 : 0,
  )
  return new Uint8Array(encode({ width: side, height: side, data, channels: 4 }))
}

export const wholePng = drawPng(8)

export function generationRequest(
  fields: Partial<Record<keyof GenerationRequest, unknown>> = {},
): Record<string, unknown> {
  return {
    style: 'traditional',
    size: 'medium',
    sizeDetail: null,
    placement: 'arm',
    placementDetail: null,
    colors: ['#000000'],
    description: 'Un loup hurlant',
    referenceId: null,
    ...fields,
  }
}

/** Calls the worker without a token. */
export function call(path: string, init: RequestInit = {}): Promise<Response> {
  return exports.default.fetch(`https://encre.test/api/generator${path}`, init)
}

type Choices = Parameters<typeof generationRequest>[0]

/** A member, and the requests of their page. */
export class TestMember {
  constructor(readonly id = `auth0|${crypto.randomUUID()}`) {}

  async call(path: string, init: RequestInit = {}): Promise<Response> {
    const authorization = await tenant.authorization(this.id)
    return call(path, {
      ...init,
      headers: { ...authorization, ...Object.fromEntries(new Headers(init.headers)) },
    })
  }

  post(
    body: unknown = generationRequest(),
    key: string | null = crypto.randomUUID(),
  ): Promise<Response> {
    return this.call('/generations', {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    })
  }

  async start(fields: Choices = {}): Promise<Generation> {
    const response = await this.post(generationRequest(fields))
    if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`)
    return readGeneration(response)
  }

  async generate(fields: Choices = {}): Promise<Generation> {
    return this.waitForEnd((await this.start(fields)).id)
  }

  /** Starts a generation whose call never ends. Answers its id. */
  async startHanging(key = crypto.randomUUID()): Promise<string> {
    provider.answer = hang
    const { id } = await readGeneration(await this.post(undefined, key))
    await this.waitFor(id, 'calling')
    return id
  }

  waitFor(id: string, ...states: Generation['state'][]): Promise<Generation> {
    return eventually(async () => {
      const generation = await readGeneration(await this.call(`/generations/${id}`))
      if (!states.includes(generation.state))
        throw new Error(`${id} is ${generation.state} ${generation.problem ?? ''}`)
      return generation
    })
  }

  waitForEnd(id: string): Promise<Generation> {
    return this.waitFor(id, 'done', 'failed', 'interrupted', 'cancelled')
  }

  async options(): Promise<GeneratorOptions> {
    return z.parse(GeneratorOptions, await (await this.call('/options')).json())
  }

  async quotaUsed(): Promise<number> {
    const { quota } = await this.options()
    return quota.limit - quota.left
  }

  async count(table: string): Promise<number | null> {
    return env.DB.prepare(`select count(*) as count from ${table} where member_id = ?`)
      .bind(this.id)
      .first<number>('count')
  }

  /** Uploads an image to `/references`, or a mask to `/parents/:id/masks`. */
  upload(body: BodyInit, path = '/references'): Promise<Response> {
    return this.call(path, { method: 'POST', body })
  }

  async uploadReference(body: BodyInit = wholePng, path?: string): Promise<string> {
    return (await (await this.upload(body, path)).json<{ id: string }>()).id
  }

  /** Takes places of uploads. */
  async takePlaces(count: number): Promise<void> {
    const holder = await ownerKey(this.id)
    await Promise.all(Array.from({ length: count }, () => places.take(env.DB, 'upload', holder)))
  }

  async countPlaces(): Promise<number | null> {
    return env.DB.prepare('select count(*) as count from places where holder = ?')
      .bind(await ownerKey(this.id))
      .first<number>('count')
  }

  /** Saves a design in the gallery, to start a variation from. Answers its id. */
  async saveParent(fields: Partial<NewDesign> = {}, image = designPng): Promise<string> {
    const design = {
      id: crypto.randomUUID(),
      userId: this.id,
      prompt: 'Create a dotwork tattoo design.',
      subject: 'Une rose',
      style: 'dotwork',
      size: 'custom',
      sizeDetail: '9 cm',
      placement: 'arm',
      placementDetail: null,
      colors: ['#cc0000'],
      createdAt: '2026-11-20T10:00:00.000Z',
      model: 'gpt-image-2.5-flare',
      origin: 'ai',
      ...fields,
    }
    return (await library.saveDesign(design, { bytes: image.slice().buffer, type: 'image/png' })).id
  }
}

export async function readGeneration(response: Response): Promise<Generation> {
  return z.parse(Generation, await response.json())
}

/** Repeats an assertion until it passes. The timeout allows for a busy machine. */
export function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  return vi.waitFor(attempt, { timeout: 15_000, interval: 20 })
}

const shared = globalThis as { testsAt?: number }
export const clock = { now: 0 }

/**
 * Stops the clock a year later than before, in any test file, so that nothing is cached any more,
 * and forgets the models.
 */
export async function stopClock(): Promise<void> {
  await deleteModels()
  shared.testsAt = Math.max(shared.testsAt ?? 0, Date.now()) + 365 * 24 * 60 * 60 * 1000
  clock.now = shared.testsAt
  vi.spyOn(Date, 'now').mockImplementation(() => clock.now)
}

/** A provider that never answers. Rejects when the caller aborts. */
export function hang(_body: Record<string, unknown>, request: Request): Promise<Response> {
  return new Promise((_, reject) =>
    request.signal.addEventListener('abort', () => reject(request.signal.reason)),
  )
}
