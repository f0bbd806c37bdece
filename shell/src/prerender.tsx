import { text } from 'node:stream/consumers'
import { placeholderRoute } from '@encre/protocol/header-links'
import type { PageManifest } from '@encre/protocol/page-manifest'
import { prerenderToNodeStream } from 'react-dom/static'
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

/** Renders a page to HTML, lazy parts included. React puts the page's title and description first. */
export async function render(path: string): Promise<string> {
  const { prelude } = await prerenderToNodeStream(
    <StaticRouter location={path}>
      <App manifest={manifest} />
    </StaticRouter>,
    // One piece: React moves the lazy parts of a larger page into place with inline scripts, which the content security policy refuses.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return text(prelude)
}
