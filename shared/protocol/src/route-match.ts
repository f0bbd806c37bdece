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
