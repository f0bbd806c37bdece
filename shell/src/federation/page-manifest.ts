import { type ManifestRemote, type PageManifest, parsePageManifest, readPageManifest, readReportToken } from '@encre/protocol/page-manifest'
import type { Route } from '@encre/protocol/release'
import { reportError, sendBeacon } from '../report-error.ts'

/** Reads the page manifest of this document. Without a valid one, the shell's own pages still work, and the page's remote counts as failed. */
export function readOwnManifest(page: Document = document): PageManifest {
  try {
    return readPageManifest(page)
  } catch (error) {
    reportError(new Error('the page has no valid page manifest', { cause: error }))
    const owner = readReportToken(page)
    if (owner) sendBeacon('outcomes', { ...owner, outcome: 'load-failed' })
    return emptyManifest
  }
}

const emptyManifest: PageManifest = {
  id: 'none',
  remotes: [],
  auth: { domain: 'tenant.invalid', clientId: '', audience: '', connection: '', session: 'forms' },
}

/** Fetches the manifest that this visitor's page would get now. Null when it is still `id`, or when the site does not answer. */
export async function fetchPageManifest(id: string): Promise<PageManifest | null> {
  const headers = { 'if-none-match': `"${id}"`, 'x-composition-id': id }
  const response = await fetch('/api/releases/compositions/current', { cache: 'no-store', headers }).catch(() => null)
  return response?.ok ? parsePageManifest(await response.json()) : null
}

/** Returns `after` with the objects of `before` for unchanged remotes, so that React does not render them again. */
export function keepUnchanged(before: PageManifest, after: PageManifest): PageManifest {
  const remotes = after.remotes.map((remote) => before.remotes.find((known) => isSame(known, remote)) ?? remote)
  return { ...after, remotes, auth: before.auth }
}

function isSame(one: ManifestRemote, other: ManifestRemote): boolean {
  return JSON.stringify({ ...one, canaryActive: false }) === JSON.stringify({ ...other, canaryActive: false })
}

export interface RemoteRoute extends Route {
  remote: ManifestRemote
}

/** Lists every page of every remote. A path belongs to the first remote that claimed it. */
export function listRoutes({ remotes }: PageManifest): RemoteRoute[] {
  const all = remotes.flatMap((remote) => remote.routes.map((route) => ({ ...route, remote })))
  return all.filter((route, index) => all.findIndex(({ path }) => path === route.path) === index)
}
