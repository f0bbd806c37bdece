import type { Context, Env } from 'hono'
import * as z from 'zod/mini'
import { readLimited, TooLargeError } from './limited-body.ts'
import { problem } from './problem.ts'

interface BodyOptions {
  /** The longest body, in bytes. The site's longest form needs a tenth of the default, 64 kB. */
  maxBytes?: number
  /**
   * Accepts JSON under any content type: `sendBeacon` sends text, and the registry never asked its
   * clients for a type.
   */
  anyType?: boolean
}

/**
 * Reads the request's JSON with `schema`. Resolves to null if it is not JSON, too long or invalid;
 * answer that with 400.
 */
export async function readBody<Schema extends z.ZodMiniType>(
  c: Context,
  schema: Schema,
  options?: BodyOptions,
): Promise<z.infer<Schema> | null> {
  const parsed = await parseBody(c, schema, options)
  return parsed.success ? parsed.data : null
}

/**
 * A handler of the JSON that `schema` describes, under any content type. Answers 400
 * `invalid-request` to anything else.
 */
export function withBody<E extends Env, Schema extends z.ZodMiniType>(
  schema: Schema,
  answer: (c: Context<E>, body: z.infer<Schema>) => Response | Promise<Response>,
  maxBytes?: number,
) {
  return async (c: Context<E>): Promise<Response> => {
    const body = await readBody(c, schema, { anyType: true, ...(maxBytes && { maxBytes }) })
    return body === null ? problem(c, 400, 'invalid-request') : answer(c, body)
  }
}

/** `readBody` that says what is wrong. A body that is not JSON is like an absent one: undefined. */
export async function parseBody<Schema extends z.ZodMiniType>(
  c: Context,
  schema: Schema,
  { maxBytes = 64 * 1024, anyType = false }: BodyOptions = {},
) {
  const type = c.req.header('content-type') ?? ''
  const isRead = anyType || /^application\/json\b/i.test(type)
  return z.safeParse(schema, isRead ? await readJson(c, maxBytes) : undefined)
}

/**
 * Reads a request's body of at most `limit` bytes. Throws `TooLargeError` as soon as it is longer, and
 * `CutBodyError` if it ends too early: `createApp` answers that one.
 */
export async function readBytes(c: Context, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readLimited(c.req.raw.body, limit)
  } catch (error) {
    if (error instanceof TooLargeError) throw error
    throw new CutBodyError('the body ended too early', { cause: error })
  }
}

/** Whoever sent the request hung up while its body was read. Becomes 400 `invalid-request`. */
export class CutBodyError extends Error {
  override name = 'CutBodyError'
}

async function readJson(c: Context, maxBytes: number): Promise<unknown> {
  try {
    return parseJson(new TextDecoder().decode(await readBytes(c, maxBytes)))
  } catch (error) {
    if (error instanceof TooLargeError) return undefined
    throw error
  }
}

/** The value of a JSON text, or undefined for another text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
