export const afterSignIn = '/dashboard'

/**
 * A path of this site that a member may be sent back to, or the dashboard. A browser reads `//host`, `/\host` and control
 * characters as another site's address. What comes in is router state or Auth0's appState, never the query string.
 */
export function safePath(path: unknown): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
  return typeof path === 'string' && /^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(path) ? path : afterSignIn
}
