import type { Context } from 'hono'
import * as z from 'zod/mini'
import { readLimited, TooLargeError } from './limited-body.ts'

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

async function readJson(c: Context, maxBytes: number): Promise<unknown> {
  try {
    return parseJson(new TextDecoder().decode(await readLimited(c.req.raw.body, maxBytes)))
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
