import './install-trusted-types.ts'
import '@encre/ui/tokens.css'
import './global.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { reportFailureIn } from './federation/health-reports.ts'
import { readOwnManifest } from './federation/page-manifest.ts'
import { findSkeletonPath } from './federation/skeleton.tsx'
import { openPage } from './open-page.ts'
import { reportError, reportPageManifest } from './report-error.ts'
import { samplePage } from './vitals/sample-page.ts'

const manifest = readOwnManifest()
reportPageManifest(manifest.id)
addEventListener('error', ({ error }) => handleUncaught(error))
addEventListener('unhandledrejection', ({ reason }) => handleUncaught(reason))

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
const announcesSession = openPage(root, manifest)
const page = (
  <BrowserRouter>
    <App manifest={manifest} announcesSession={announcesSession} skeletonPath={findSkeletonPath(document, location.pathname)} />
  </BrowserRouter>
)
const handlers = { onCaughtError: () => {}, onUncaughtError: reportError, onRecoverableError: reportError }
// The build prerenders every page (`prerender.tsx`) and React hydrates it. Only the builds of `npm run dev` and of the benchmark are empty.
if (root.hasChildNodes()) hydrateRoot(root, page, handlers)
else createRoot(root, handlers).render(page)
samplePage(manifest)

/** Ignores what is not an Error: browsers send notices this way, such as one on a ResizeObserver. */
function handleUncaught(error: unknown) {
  if (!(error instanceof Error)) return
  reportFailureIn(error.stack ?? '')
  reportError(error)
}
