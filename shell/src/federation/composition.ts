import { type ComposedRemote, Composition, type Route } from '@encre/protocol/release'
import * as z from 'zod/mini'
import { reportError } from '../report-error.ts'

/** What this page runs, as the site's worker wrote it into the document. */
export function readComposition(source: Document = document): Composition {
  const text = source.getElementById('composition')?.textContent ?? ''
  try {
    return z.parse(Composition, JSON.parse(text))
  } catch (error) {
    // The shell's own pages need none of it.
    reportError(new Error('the page has no composition', { cause: error }))
    return noComposition
  }
}

const noComposition: Composition = {
  id: 'none',
  remotes: [],
  auth: { domain: 'tenant.invalid', clientId: '', audience: '', connection: '', session: 'forms' },
}

export interface RemoteRoute extends Route {
  remote: ComposedRemote
}

/** Every page of every remote; a path belongs to the first that claimed it. */
export function listRoutes({ remotes }: Composition): RemoteRoute[] {
  const all = remotes.flatMap((remote) => remote.routes.map((route) => ({ ...route, remote })))
  return all.filter((route, index) => all.findIndex(({ path }) => path === route.path) === index)
}
