const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  map: 'application/json',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
}

/** The type of a built file, by its extension. HTML is not among them: nothing that is not a page may become one. */
export function contentType(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1)
  return Object.hasOwn(types, extension) ? (types[extension] ?? '') : 'application/octet-stream'
}
