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
  { maxBytes = 64 * 1024, anyType = false }: BodyOptions = {},
): Promise<z.infer<Schema> | null> {
  const type = c.req.header('content-type') ?? ''
  if (!anyType && !/^application\/json\b/i.test(type)) return null
  try {
    const text = new TextDecoder().decode(await readLimited(c.req.raw.body, maxBytes))
    const parsed = z.safeParse(schema, JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TooLargeError) return null
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
