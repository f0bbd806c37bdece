import './trusted-types.ts'
import '@encre/ui/tokens.css'
import './global.css'
import { reportFailureIn } from './federation/health-reports.ts'
import { readOwnManifest } from './federation/page-manifest.ts'
import { openPage, waitForPaint } from './open-page.ts'
import { reportError, reportPageManifest } from './report-error.ts'
import { samplePage } from './vitals/sample-page.ts'

// The first script of every page. It contains no React: React takes over a page that the visitor already sees.

const retryAppMs = 3000

const manifest = readOwnManifest()
reportPageManifest(manifest.id)
addEventListener('error', ({ error }) => handleUncaught(error))
addEventListener('unhandledrejection', ({ reason }) => handleUncaught(reason instanceof Error ? reason : new Error(String(reason))))

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
const { announcesSession, ready } = openPage(root, manifest)
samplePage(manifest)
void start(root)

async function start(root: HTMLElement): Promise<void> {
  await Promise.all([ready, waitForPaint()])
  const { takeOver } = await importApp()
  takeOver(root, manifest, announcesSession)
}

/** Requests the app until it arrives: without it nothing on the page works. */
async function importApp(): Promise<typeof import('./take-over.tsx')> {
  for (;;) {
    try {
      return await import(/* webpackChunkName: "app" */ './take-over.tsx')
    } catch (error) {
      reportError(error)
      await new Promise((resolve) => setTimeout(resolve, retryAppMs))
    }
  }
}

/** Ignores what is not an Error: browsers send notices this way, such as one on a ResizeObserver. */
function handleUncaught(error: unknown) {
  if (!(error instanceof Error)) return
  reportFailureIn(error)
  reportError(error)
}
