import { placeholderRoute } from '@encre/protocol/header-links'
import type { PageManifest } from '@encre/protocol/page-manifest'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from './app.tsx'

/** The pages that the build prerenders for visitors, so that they show before any script runs. */
export const pages = [
  { path: '/', file: 'home.html' },
  { path: '/about', file: 'about.html' },
]

// The worker writes the page manifest and the remotes' header links into the page on each request.
const noVersion = { version: '', base: '', entry: '', global: '', scripts: [], styles: [], integrity: {} }
const manifest: PageManifest = {
  id: 'prerender',
  remotes: [{ name: 'placeholder', routes: [placeholderRoute], current: noVersion, previous: null }],
  auth: { domain: '', clientId: '', audience: '', connection: '', session: 'forms' },
}

/** Renders a page to HTML. React puts the page's title and description first. */
export function render(path: string): string {
  return renderToString(
    <StaticRouter location={path}>
      <App manifest={manifest} />
    </StaticRouter>,
  )
}
