import '@encre/ui/tokens.css'
import './global.css'
import { readOwnManifest } from './federation/page-manifest.ts'
import { loadFile, pause } from './load-file.ts'
import { openPage, waitForPaint } from './open-page.ts'
import { handleUncaught, reportError, reportPageManifest } from './report-error.ts'
import { installTrustedTypes } from './trusted-types.ts'
import { applyTypefaces } from './typefaces.ts'

// The first script of every page. It contains no React: React takes over a page that the visitor
// already sees.

const retryAppMs = 10_000

// Without this script the HTML shows it after 15 s.
const notice = document.getElementById('missing')
notice?.remove()

const manifest = readOwnManifest()
// Before the first file of any other build.
installTrustedTypes(manifest)
reportPageManifest(manifest.id)
handleUncaught(reportError)
void applyTypefaces()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
const { announcesSession, ready } = openPage(root, manifest)
void start(root)

async function start(root: HTMLElement): Promise<void> {
  await Promise.all([ready, waitForPaint()])
  for (;;) {
    try {
      const { takeOver } = await importApp()
      notice?.remove()
      return takeOver(root, manifest, announcesSession)
    } catch (error) {
      reportError(error)
      await Promise.race([offerRetry(), pause(retryAppMs)])
    }
  }
}

/** Loads the app, and what the HTML has announced as needed at once: React and the opened page. */
async function importApp(): Promise<typeof import('./take-over.tsx')> {
  const announced = document.querySelectorAll<HTMLLinkElement>(
    'link[as="script"]:not([fetchpriority])',
  )
  const [app] = await Promise.all([
    import(/* webpackChunkName: "app" */ './take-over.tsx'),
    ...[...announced].map(async (link) => {
      await loadFile(link.href, link.integrity, 'script')
      link.remove()
    }),
  ])
  await app.preloadPage(location.pathname)
  return app
}

/**
 * Says that a part of the page is missing, beside the prerendered page. Resolves when the visitor
 * asks for it again.
 */
function offerRetry(): Promise<unknown> {
  return new Promise((resolve) => {
    if (!notice) return
    const button = document.createElement('button')
    button.textContent = 'Réessayer'
    button.addEventListener('click', () => {
      notice.remove()
      resolve(null)
    })
    notice.lastElementChild?.replaceWith(button)
    notice.dataset.shown = ''
    document.body.append(notice)
  })
}
