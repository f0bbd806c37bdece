import '@encre/ui/tokens.css'
import './global.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { readComposition } from './federation/composition.ts'
import { recordFailureIn } from './federation/outcomes.ts'
import { reportComposition, reportError } from './report-error.ts'

const composition = readComposition()
reportComposition(composition.id)
addEventListener('error', ({ error }) => handleUncaught(error))
addEventListener('unhandledrejection', ({ reason }) => handleUncaught(reason))

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
const page = (
  <BrowserRouter>
    <App composition={composition} />
  </BrowserRouter>
)
const handlers = { onCaughtError: () => {}, onUncaughtError: reportError, onRecoverableError: reportError }
// A page that the build has drawn already (`prerender.tsx`) only comes alive.
if (root.hasChildNodes()) hydrateRoot(root, page, handlers)
else createRoot(root, handlers).render(page)

/** What is no Error is a browser's remark, such as one on a ResizeObserver. */
function handleUncaught(error: unknown) {
  if (!(error instanceof Error)) return
  recordFailureIn(error.stack ?? '')
  reportError(error)
}
