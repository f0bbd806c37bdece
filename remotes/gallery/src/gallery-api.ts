import {
  ArchiveLink,
  type ArchiveRequest,
  BatchResult,
  DeletedDesigns,
  type DesignBatch,
  DesignPage,
  type FavouritesChange,
  galleryPaths,
  type ImportQuery,
  ListedDesign,
  mostDesignsAtOnce,
} from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { request } from '@encre/remote-kit/request'
import { RequestError } from '@encre/remote-kit/request-error'
import { withToken } from '@encre/remote-kit/session'
import { upload } from '@encre/remote-kit/upload'
import * as z from 'zod/mini'

interface ListOptions {
  filter: string
  /** `next` of the page before, or null for the first page. */
  cursor: string | null
  signal?: AbortSignal
}

export function listDesigns(
  shell: ShellApi,
  { filter, cursor, signal }: ListOptions,
): Promise<DesignPage> {
  const query = new URLSearchParams(filter)
  if (cursor) query.set('cursor', cursor)
  const url = query.size > 0 ? `${galleryPaths.designs}?${query}` : galleryPaths.designs
  return withToken(shell, (token) => request(url, DesignPage, { token, signal, shell }))
}

/**
 * Finds a design, with a newly signed image address. Resolves to null when the member has no design
 * with this id.
 */
export async function findDesign(shell: ShellApi, designId: string): Promise<ListedDesign | null> {
  return nullIfGone(
    withToken(shell, (token) => request(galleryPaths.design(designId), ListedDesign, { token })),
  )
}

/** Saves a drawing. Sent again with its id, it answers the design of the first time. */
export function importDesign(
  shell: ShellApi,
  query: Record<keyof ImportQuery, string>,
  file: File,
): Promise<ListedDesign> {
  const url = `${galleryPaths.designs}?${new URLSearchParams(query)}`
  return withToken(shell, (token) => upload(url, ListedDesign, { file, token }))
}

/** Deletes a design. A design that is already gone counts as deleted. */
export async function deleteDesign(shell: ShellApi, designId: string): Promise<void> {
  await nullIfGone(
    withToken(shell, (token) =>
      request(galleryPaths.design(designId), z.void(), { method: 'DELETE', token }),
    ),
  )
}

export async function setFavourites(
  shell: ShellApi,
  ids: string[],
  favourite: boolean,
): Promise<true> {
  for (let start = 0; start < ids.length; start += mostDesignsAtOnce) {
    const body: FavouritesChange = { ids: ids.slice(start, start + mostDesignsAtOnce), favourite }
    await withToken(shell, (token) =>
      request(galleryPaths.favourites, z.void(), { method: 'PUT', body, token }),
    )
  }
  return true
}

export async function createArchive(shell: ShellApi, body: ArchiveRequest): Promise<string> {
  const link = await withToken(shell, (token) =>
    request(galleryPaths.archives, ArchiveLink, { method: 'POST', body, token }),
  )
  return link.url
}

/** Deletes at most `mostDesignsAtOnce` designs. */
export function deleteDesigns(shell: ShellApi, ids: string[]): Promise<BatchResult> {
  return sendBatch(shell, galleryPaths.deletedDesigns, ids)
}

/** Restores at most `mostDesignsAtOnce` designs. */
export function restoreDesigns(shell: ShellApi, ids: string[]): Promise<BatchResult> {
  return sendBatch(shell, galleryPaths.restore, ids)
}

/** Which of these designs the gallery has: it has no deleted design. */
export async function findWhichAreStored(
  shell: ShellApi,
  ids: string[],
): Promise<{ stored: string[]; gone: string[] }> {
  const found = await Promise.all(ids.map((id) => findDesign(shell, id)))
  return {
    stored: ids.filter((_, index) => found[index] !== null),
    gone: ids.filter((_, index) => found[index] === null),
  }
}

export function listDeletedDesigns(
  shell: ShellApi,
  { cursor, signal }: Omit<ListOptions, 'filter'>,
): Promise<DeletedDesigns> {
  const query = cursor === null ? '' : `?cursor=${cursor}`
  return withToken(shell, (token) =>
    request(`${galleryPaths.deletedDesigns}${query}`, DeletedDesigns, { token, signal }),
  )
}

function sendBatch(shell: ShellApi, path: string, ids: string[]): Promise<BatchResult> {
  const body: DesignBatch = { ids }
  return withToken(shell, (token) => request(path, BatchResult, { method: 'POST', body, token }))
}

export async function nullIfGone<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return null
    throw error
  }
}
