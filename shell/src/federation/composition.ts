import { type ManifestRemote, type PageManifest, parsePageManifest, readPageManifest } from '@encre/protocol/page-manifest'
import type { Route } from '@encre/protocol/release'
import { reportError } from '../report-error.ts'

/** What this page runs, as the site's worker wrote it into the document. */
export function readComposition(source: Document = document): PageManifest {
  try {
    return readPageManifest(source)
  } catch (error) {
    // The shell's own pages need none of it.
    reportError(new Error('the page has no composition', { cause: error }))
    return noComposition
  }
}

const noComposition: PageManifest = {
  id: 'none',
  remotes: [],
  auth: { domain: 'tenant.invalid', clientId: '', audience: '', connection: '', session: 'forms' },
}

/** What this visitor's page would run if it was opened now; null while that is what it runs, or where nobody can say. */
export async function fetchComposition(id: string): Promise<PageManifest | null> {
  const headers = { 'if-none-match': `"${id}"`, 'x-composition-id': id }
  const response = await fetch('/api/releases/compositions/current', { cache: 'no-store', headers }).catch(() => null)
  return response?.ok ? parsePageManifest(await response.json()) : null
}

/** A composition with the very same objects for whatever it has in common with the one before, so that nothing of those is shown anew. */
export function keepUnchanged(before: PageManifest, after: PageManifest): PageManifest {
  const remotes = after.remotes.map((remote) => before.remotes.find((known) => isSame(known, remote)) ?? remote)
  return { ...after, remotes, auth: before.auth }
}

function isSame(one: ManifestRemote, other: ManifestRemote): boolean {
  return JSON.stringify({ ...one, watched: false }) === JSON.stringify({ ...other, watched: false })
}

export interface RemoteRoute extends Route {
  remote: ManifestRemote
}

/** Every page of every remote; a path belongs to the first that claimed it. */
export function listRoutes({ remotes }: PageManifest): RemoteRoute[] {
  const all = remotes.flatMap((remote) => remote.routes.map((route) => ({ ...route, remote })))
  return all.filter((route, index) => all.findIndex(({ path }) => path === route.path) === index)
}
