import '@encre/ui/tokens.css'
import './global.css'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { readComposition } from './federation/composition.ts'
import { reportComposition, reportError } from './report-error.ts'

const composition = readComposition()
reportComposition(composition.id)

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root, { onCaughtError: () => {}, onUncaughtError: reportError }).render(
  <BrowserRouter>
    <App composition={composition} />
  </BrowserRouter>,
)
