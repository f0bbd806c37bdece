import * as gallery from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { call } from '@encre/remote-kit/call'
import { RequestError } from '@encre/remote-kit/request-error'
import type * as z from 'zod/mini'

interface ListOptions {
  filter: string
  /** `next` of the page before, or null for the first page. */
  cursor: string | null
  signal?: AbortSignal
}

export function listDesigns(
  shell: ShellApi,
  { filter, cursor, signal }: ListOptions,
): Promise<gallery.DesignPage> {
  const query = new URLSearchParams(filter)
  if (cursor) query.set('cursor', cursor)
  return call(shell, gallery.listDesigns, { query, signal, prefetched: true })
}

/**
 * Finds a design, with a newly signed image address. Resolves to null when the member has no design
 * with this id.
 */
export function findDesign(shell: ShellApi, id: string): Promise<gallery.OpenedDesign | null> {
  return nullIfGone(call(shell, gallery.readDesign, { params: { id } }))
}

/** Deletes a design. A design that is already gone counts as deleted. */
export async function deleteDesign(shell: ShellApi, id: string): Promise<void> {
  await nullIfGone(call(shell, gallery.deleteDesign, { params: { id } }))
}

export async function setFavourites(
  shell: ShellApi,
  { ids, ...change }: z.infer<typeof gallery.FavouritesChange>,
): Promise<void> {
  const most = gallery.mostDesignsAtOnce
  for (let start = 0; start < ids.length; start += most) {
    const body = { ids: ids.slice(start, start + most), ...change }
    await call(shell, gallery.setFavourites, { body })
  }
}

export async function nullIfGone<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return null
    throw error
  }
}
