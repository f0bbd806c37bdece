import type { PageManifest } from '@encre/protocol/page-manifest'
import { matchesRoute } from '@encre/protocol/route-match'
import { hasSessionCookie, importSession } from './auth/session-loader.ts'
import { loadRemote } from './federation/load-remote.ts'
import { listRoutes } from './federation/page-manifest.ts'

/**
 * Prepares the page before React takes over: sets the address of the prerendered page, and starts to load the session and the remote, whose
 * files the head preloads. Returns whether the page was opened with a session's cookie.
 */
export function openPage(root: HTMLElement, manifest: PageManifest): boolean {
  // The worker answers a visitor's request for a member's page with the sign-in page.
  if (root.dataset.path) history.replaceState(history.state, '', root.dataset.path)
  const path = location.pathname
  const announcesSession = root.hasChildNodes()
    ? root.dataset.session === 'announced'
    : path === '/callback' || hasSessionCookie(manifest.auth.clientId)
  const route = listRoutes(manifest).find((each) => matchesRoute(each, path))
  // The component that needs them reports a failure.
  if (announcesSession) importSession().catch(() => {})
  if (route && (announcesSession || route.access === 'public')) loadRemote(route.remote).catch(() => {})
  return announcesSession
}
