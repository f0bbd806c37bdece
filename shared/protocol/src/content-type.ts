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

/** The media type of a built file, from its extension. HTML is left out on purpose: a stored file must never open as a page. */
export function contentType(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1)
  return Object.hasOwn(types, extension) ? (types[extension] ?? '') : 'application/octet-stream'
}
