import type { Context } from 'hono'
import * as z from 'zod/mini'

interface BodyOptions {
  /** The longest body, in bytes. The site's longest form needs a tenth of the default, 64 kB. */
  maxBytes?: number
  /** Accepts JSON under any content type: `sendBeacon` sends text, and the registry never asked its clients for a type. */
  anyType?: boolean
}

/** Reads the request's JSON with `schema`. Resolves to null if it is not JSON, too long or invalid; answer that with 400. */
export async function readBody<Schema extends z.ZodMiniType>(
  c: Context,
  schema: Schema,
  { maxBytes = 64 * 1024, anyType = false }: BodyOptions = {},
): Promise<z.infer<Schema> | null> {
  if (!anyType && !/^application\/json\b/i.test(c.req.header('content-type') ?? '')) return null
  const text = await readText(c.req.raw.body, maxBytes)
  if (text === null) return null
  try {
    const parsed = z.safeParse(schema, JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Counts while reading, because `Content-Length` may be wrong. */
async function readText(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string | null> {
  if (!body) return null
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
