import { isSitePath } from '@encre/protocol/site-path'

/** The page after a sign-in that no other page has asked for. */
export const afterSignIn = '/dashboard'

/** Returns `path` if it is a path of this site, else the dashboard. It comes from router state or Auth0's appState, never from the query string. */
export function safePath(path: unknown): string {
  return isSitePath(path) ? path : afterSignIn
}
