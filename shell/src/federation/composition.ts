import type { ComposedRemote, Composition, Route } from '@encre/protocol/release'
import { reportError } from '../report-error.ts'

// Types only: the schemas would bring 7 kB of zod to every visitor for what our own worker has written.

/** What this page runs, as the site's worker wrote it into the document. */
export function readComposition(source: Document = document): Composition {
  const text = source.getElementById('composition')?.textContent ?? ''
  try {
    return parseComposition(JSON.parse(text))
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
  const headers = { 'if-none-match': `"${id}"`, 'x-composition-id': id }
  const response = await fetch('/api/releases/compositions/current', { cache: 'no-store', headers }).catch(() => null)
  return response?.ok ? parseComposition(await response.json()) : null
}

/** Throws unless it has the parts that the shell stands on; what is in a remote's part shows when it loads. */
function parseComposition(value: unknown): Composition {
  if (isComposition(value)) return value
  throw new Error('this is no composition')
}

function isComposition(value: unknown): value is Composition {
  if (typeof value !== 'object' || value === null) return false
  const { id, remotes, auth } = value as Partial<Record<keyof Composition, unknown>>
  return typeof id === 'string' && Array.isArray(remotes) && typeof auth === 'object' && auth !== null
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
