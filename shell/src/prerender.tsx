import { text } from 'node:stream/consumers'
import { placeholderRoutes } from '@encre/protocol/header-links'
import type { PageManifest } from '@encre/protocol/page-manifest'
import {
  type PrerenderedPage,
  placeholderOwner,
  placeholderTitle,
  remotePage,
} from '@encre/protocol/prerendered-page'
import type { Route } from '@encre/protocol/release'
import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './app.tsx'

// The worker writes the page manifest and the remotes' header links into the page on each request.
const noVersion = {
  version: '',
  base: '',
  entry: '',
  global: '',
  scripts: [],
  styles: [],
  integrity: {},
}
const remoteRoute: Route = {
  path: remotePage,
  access: 'public',
  lang: 'fr',
  title: placeholderTitle,
}

/**
 * Renders a page to HTML, lazy parts included. React puts the page's title and description first.
 */
export async function render({
  path,
  announcesSession,
  atTenant,
  hasOwner,
  hasSkeleton,
}: PrerenderedPage): Promise<string> {
  const manifest: PageManifest = {
    id: 'prerender',
    remotes: [
      {
        name: 'placeholder',
        routes: [...placeholderRoutes, remoteRoute],
        current: noVersion,
        previous: null,
      },
    ],
    auth: {
      domain: '',
      clientId: '',
      audience: '',
      connection: '',
      session: atTenant ? 'redirect' : 'forms',
    },
    ...(hasOwner && { owner: placeholderOwner }),
  }
  const { prelude } = await prerenderToNodeStream(
    <StaticRouter location={path}>
      <App
        manifest={manifest}
        announcesSession={announcesSession}
        skeletonPath={hasSkeleton ? remotePage : null}
      />
    </StaticRouter>,
    // One piece: React moves the lazy parts of a larger page into place with inline scripts, which
    // the content security policy refuses.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return text(prelude)
}
