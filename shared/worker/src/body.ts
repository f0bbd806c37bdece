import type { Context } from 'hono'
import * as z from 'zod/mini'

/** Most bytes of a JSON body. The site's longest form needs a tenth. */
const bodyLimit = 64 * 1024

/** Reads the request's JSON with `schema`. Resolves to null if it is not JSON, over 64 kB or invalid; answer that with 400. */
export async function readBody<Schema extends z.ZodMiniType>(c: Context, schema: Schema): Promise<z.infer<Schema> | null> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) return null
  const text = await readText(c.req.raw.body)
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
async function readText(body: ReadableStream<Uint8Array> | null): Promise<string | null> {
  if (!body) return null
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > bodyLimit) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
