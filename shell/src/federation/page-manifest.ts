import {
  type ManifestRemote,
  type PageManifest,
  readPageManifest,
  readReportToken,
} from '@encre/protocol/page-manifest'
import type { Route } from '@encre/protocol/release'
import { reportError, sendBeacon } from '../report-error.ts'

/**
 * Reads the page manifest of this document. Without a valid one, the shell's own pages still work,
 * and the page's remote counts as failed.
 */
export function readOwnManifest(): PageManifest {
  try {
    return readPageManifest(document)
  } catch (error) {
    reportError(new Error('the page has no valid page manifest', { cause: error }))
    const owner = readReportToken(document)
    if (owner) sendBeacon('outcomes', { ...owner, outcome: 'load-failed' })
    return emptyManifest
  }
}

const emptyManifest: PageManifest = {
  id: 'none',
  remotes: [],
  auth: { domain: 'tenant.invalid', clientId: '', audience: '', connection: '', session: 'forms' },
}

export interface RemoteRoute extends Route {
  remote: ManifestRemote
}

/** Lists every page of every remote. A path belongs to the first remote that claimed it. */
export function listRoutes({ remotes }: PageManifest): RemoteRoute[] {
  const all = remotes.flatMap((remote) => remote.routes.map((route) => ({ ...route, remote })))
  return all.filter((route, index) => all.findIndex(({ path }) => path === route.path) === index)
}
