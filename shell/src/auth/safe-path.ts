/** The page after a sign-in that no other page has asked for. */
export const afterSignIn = '/dashboard'

/**
 * Returns `path` if it is a path of this site, else the dashboard. Browsers read `//host`, `/\host` and control characters as the address
 * of another site. `path` comes from router state or Auth0's appState, never from the query string.
 */
export function safePath(path: unknown): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses them.
  return typeof path === 'string' && /^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(path) ? path : afterSignIn
}
