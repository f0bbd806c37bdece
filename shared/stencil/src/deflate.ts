/**
 * Compresses parts, one after the other, as zlib does. The stream is the browser's, the worker's or
 * Node's own.
 */
export async function deflate(
  parts: Iterable<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const iterator = parts[Symbol.iterator]()
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { value, done } = iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  return new Uint8Array(
    await new Response(source.pipeThrough(new CompressionStream('deflate'))).arrayBuffer(),
  )
}
