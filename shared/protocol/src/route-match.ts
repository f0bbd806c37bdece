/**
 * The one spelling of a page's path: no slash at its end, none doubled, and no escape of a character
 * that needs none (RFC 3986, 6.2.2.2). `%2F`, `%5C`, `%25` and `%00` stay, so that it is the same when
 * it is read twice. The site's worker redirects there, and so does the shell. `path` has been parsed
 * as a URL's.
 */
export function canonicalPath(path: string): string {
  const readable = path.replace(/%[2-7][0-9a-f]/gi, (written) => {
    const letter = decodeURIComponent(written)
    return /[\w.~-]/.test(letter) ? letter : written
  })
  return readable.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
}

const parameter = '/:id'

/**
 * Whether a route shows this path: its own, or for `/gallery/:id` any path with one more segment
 * than `/gallery`.
 */
export function matchesRoute(route: { readonly path: string }, path: string): boolean {
  if (!route.path.endsWith(parameter)) return route.path === path
  const parent = parentPath(route.path)
  return path.startsWith(`${parent}/`) && /^[^/]+$/.test(path.slice(parent.length + 1))
}

/**
 * The page that a route with a parameter belongs to: `/gallery` for `/gallery/:id`. Other routes
 * belong to themselves.
 */
export function parentPath(path: string): string {
  return path.endsWith(parameter) ? path.slice(0, -parameter.length) : path
}
