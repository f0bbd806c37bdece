/** Maximum size of an image in bytes. A 1024x1024 PNG has about 2 MB. */
export const imageLimit = 25 * 1024 * 1024

/** A body is longer than its limit. */
export class TooLargeError extends Error {
  override name = 'TooLargeError'
}

/** Reads a body of at most `limit` bytes. Throws `TooLargeError` as soon as it is longer. */
export async function readLimited(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!body) return new Uint8Array()
  const limited = body.pipeThrough(limitBytes(limit))
  return new Uint8Array(await new Response(limited).arrayBuffer())
}

/** Passes bytes through and fails with `TooLargeError` after `limit` bytes. */
export function limitBytes(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seen += chunk.byteLength
      if (seen > limit) throw new TooLargeError(`more than ${limit} bytes`)
      controller.enqueue(chunk)
    },
  })
}
