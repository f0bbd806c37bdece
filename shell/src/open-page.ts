import type { PageManifest } from '@encre/protocol/page-manifest'
import { matchesRoute } from '@encre/protocol/route-match'
import { readTabText } from '@encre/protocol/tab-storage'
import { importSession } from './auth/session-loader.ts'
import type { Session } from './auth/start-session.ts'
import { hasSessionCookie } from './auth/tenant.ts'
import { listRoutes } from './federation/page-manifest.ts'
import { startPrefetch } from './federation/prefetch.ts'
import { pause } from './load-file.ts'

/** Milliseconds. A slow SDK must not hold back the app, whose public pages need no session. */
export const longestSdkWaitMs = 3000

interface OpenedPage {
  announcesSession: boolean
  ready: Promise<unknown>
}

/**
 * Sets the address of the prerendered page, and starts the session: its requests take longest, so a
 * member's page loads the SDK before the app.
 */
export function openPage(root: HTMLElement, manifest: PageManifest): OpenedPage {
  // The worker answers a visitor's request for a member's page with the sign-in page.
  // React Router reads a navigation's state from `usr`.
  if (root.dataset.path)
    history.replaceState(
      { ...history.state, usr: { wanted: location.pathname } },
      '',
      root.dataset.path + location.search,
    )
  const isPrerendered = root.hasChildNodes()
  // What a skeleton says only while the tab stores a text with this key.
  for (const part of root.querySelectorAll<HTMLElement>('[data-while]')) {
    part.hidden = !readTabText(part.dataset.while ?? '')
  }
  const announcesSession = isPrerendered
    ? root.dataset.session === 'announced'
    : location.pathname === '/callback' || hasSessionCookie(manifest.auth.clientId)
  if (!announcesSession) return { announcesSession, ready: Promise.resolve() }
  // The component that needs the session reports a failure.
  const sdk = importSession(manifest.auth).catch(() => null)
  void prefetch(manifest, sdk)
  // Only the builds of `npm run dev` and of the benchmark open an empty page, which waits for
  // nothing.
  return {
    announcesSession,
    ready: isPrerendered ? Promise.race([sdk, pause(longestSdkWaitMs)]) : Promise.resolve(),
  }
}

/**
 * Requests the files of the page's remote while the tenant answers, and what its route declares as
 * soon as the session has a token.
 */
async function prefetch(manifest: PageManifest, sdk: Promise<Session | null>): Promise<void> {
  const { href, pathname } = location
  const session = await sdk
  // `shell/worker/pages/page-html.ts` writes the links. Before, the files would only take a slow
  // network from the SDK.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) {
    link.rel = 'preload'
  }
  await session?.opened
  const token = await session?.client.getTokenSilently({ cacheMode: 'cache-only' })
  // The member may be on another page by now.
  if (!token || location.href !== href) return
  const route = listRoutes(manifest).find((each) => matchesRoute(each, pathname))
  startPrefetch(route, location, token)
}

/** A browser paints no page in the background, so the frame may not come. */
export const longestPaintWaitMs = 100

/** Resolves once the browser has painted what is in the document now, or after 100 ms. */
export function waitForPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, longestPaintWaitMs)
    // A frame's callback runs before it is painted, and a message arrives after.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
  })
}
