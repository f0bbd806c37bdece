import type { PageManifest } from '@encre/protocol/page-manifest'
import { matchesRoute } from '@encre/protocol/route-match'
import { deleteLeftFiles } from '@encre/protocol/tab-files'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { loadRemote } from './federation/load-remote.ts'
import { listRoutes } from './federation/page-manifest.ts'
import { addReactFiles } from './federation/react-files.ts'
import { findSkeletonPath } from './federation/skeleton.tsx'
import { reportError } from './report-error.ts'
import { samplePage } from './vitals/sample-page.ts'

export { preloadPage } from './routes.tsx'

/**
 * Starts to load the remote of a public page; that of a member's page waits for the tenant
 * (`remote-page.tsx`). React takes over the prerendered page (`prerender.tsx`), or renders it where
 * it is empty.
 */
export function takeOver(
  root: HTMLElement,
  manifest: PageManifest,
  announcesSession: boolean,
): void {
  const route = listRoutes(manifest).find((each) => matchesRoute(each, location.pathname))
  addReactFiles(manifest)
  // The component that needs the remote reports a failure.
  if (route?.access === 'public') loadRemote(route.remote).catch(() => {})
  const page = (
    <BrowserRouter>
      <App
        manifest={manifest}
        announcesSession={announcesSession}
        skeletonPath={findSkeletonPath(document, location.pathname)}
      />
    </BrowserRouter>
  )
  // The error boundaries report what they catch.
  const handlers = {
    onCaughtError: () => {},
    onUncaughtError: reportError,
    onRecoverableError: reportError,
  }
  if (root.hasChildNodes()) hydrateRoot(root, page, handlers)
  else createRoot(root, handlers).render(page)
  samplePage(manifest)
  // A browser that refuses the storage has stored nothing.
  deleteLeftFiles().catch(() => {})
}
