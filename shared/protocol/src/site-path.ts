/**
 * Also after a browser has resolved it: it reads `//host`, `/\host`, `/.//host` and control
 * characters as another site's address.
 */
export function isSitePath(text: unknown): text is string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses them.
  if (typeof text !== 'string' || !/^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(text)) return false
  const url = URL.parse(text, 'https://site.invalid')
  return url?.origin === 'https://site.invalid' && !url.pathname.startsWith('//')
}
