const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  map: 'application/json',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
}

/**
 * The media type of a built file, from its extension. HTML is left out on purpose: a stored file
 * must never open as a page.
 */
export function contentType(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1)
  return Object.hasOwn(types, extension) ? (types[extension] ?? '') : 'application/octet-stream'
}

/** The subresource integrity of a file: `sha384-` and the digest in base64. */
export async function integrityOf(content: BufferSource | string): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes))
  return `sha384-${btoa(String.fromCharCode(...digest))}`
}

/** The hash that a content security policy needs to allow an inline stylesheet: `sha256-...`. */
export async function hashStyles(css: string): Promise<string> {
  const digest = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css)),
  )
  return `sha256-${btoa(String.fromCharCode(...digest))}`
}

/** Bytes after gzip, as the files are sent. */
export async function sizeAfterGzip(
  ...parts: (string | Uint8Array<ArrayBuffer>)[]
): Promise<number> {
  const compressed = new Blob(parts).stream().pipeThrough(new CompressionStream('gzip'))
  return (await new Response(compressed).arrayBuffer()).byteLength
}
