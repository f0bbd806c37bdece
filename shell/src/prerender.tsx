import type { PageManifest } from '@encre/protocol/page-manifest'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { messages } from './messages.ts'

/** The pages that the build draws for visitors, so that they are there before any script. */
export const pages = [
  { path: '/', file: 'home.html', title: messages.home.pageTitle, description: messages.home.description },
  {
    path: '/about',
    file: 'about.html',
    title: `${messages.about.title} · ${messages.siteName}`,
    description: messages.about.description,
  },
]

// A visitor's page: what it runs is written into it when it is asked for, and nothing on it depends on that.
const composition: PageManifest = {
  id: 'prerender',
  remotes: [],
  auth: { domain: '', clientId: '', audience: '', connection: '', session: 'forms' },
}

export function render(path: string): string {
  return renderToString(
    <StaticRouter location={path}>
      <App composition={composition} />
    </StaticRouter>,
  )
}
