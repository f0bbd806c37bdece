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

/** What this visitor's page would run if it was opened now; null while that is what it runs, or where nobody can say. */
export async function fetchComposition(id: string): Promise<Composition | null> {
  const response = await fetch('/api/releases/compositions/current', { cache: 'no-store', headers: { 'if-none-match': `"${id}"` } }).catch(
    () => null,
  )
  return response?.ok ? z.parse(Composition, await response.json()) : null
}

/** A composition with the very same objects for whatever it has in common with the one before, so that nothing of those is shown anew. */
export function keepUnchanged(before: Composition, after: Composition): Composition {
  const remotes = after.remotes.map((remote) => before.remotes.find((known) => isSame(known, remote)) ?? remote)
  return { ...after, remotes, auth: before.auth }
}

function isSame(one: ComposedRemote, other: ComposedRemote): boolean {
  return JSON.stringify({ ...one, watched: false }) === JSON.stringify({ ...other, watched: false })
}

export interface RemoteRoute extends Route {
  remote: ComposedRemote
}

/** Every page of every remote; a path belongs to the first that claimed it. */
export function listRoutes({ remotes }: Composition): RemoteRoute[] {
  const all = remotes.flatMap((remote) => remote.routes.map((route) => ({ ...route, remote })))
  return all.filter((route, index) => all.findIndex(({ path }) => path === route.path) === index)
}
