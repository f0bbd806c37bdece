import {
  ArchiveLink,
  type ArchiveRequest,
  BatchResult,
  DeletedDesigns,
  type DesignBatch,
  DesignPage,
  type FavouritesChange,
  galleryPaths,
  ListedDesign,
  mostDesignsAtOnce,
} from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { RequestError, request } from '@encre/remote-kit/request'
import { withToken } from '@encre/remote-kit/session'
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
): Promise<void> {
  for (let start = 0; start < ids.length; start += mostDesignsAtOnce) {
    const body: FavouritesChange = { ids: ids.slice(start, start + mostDesignsAtOnce), favourite }
    await withToken(shell, (token) =>
      request(galleryPaths.favourites, z.void(), { method: 'PUT', body, token }),
    )
  }
}

export async function createArchive(shell: ShellApi, body: ArchiveRequest): Promise<string> {
  const link = await withToken(shell, (token) =>
    request(galleryPaths.archives, ArchiveLink, { method: 'POST', body, token }),
  )
  return link.url
}

/**
 * The result for many designs. `rest` are the designs of the first failed request and of all
 * requests after it; `error` is its error.
 */
export interface BatchOutcome extends BatchResult {
  rest: string[]
  error: unknown
}

export function deleteDesigns(shell: ShellApi, ids: string[]): Promise<BatchOutcome> {
  return inBatches(shell, galleryPaths.deletedDesigns, ids)
}

export function restoreDesigns(shell: ShellApi, ids: string[]): Promise<BatchOutcome> {
  return inBatches(shell, galleryPaths.restore, ids)
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

async function inBatches(shell: ShellApi, path: string, ids: string[]): Promise<BatchOutcome> {
  const outcome: BatchOutcome = { done: [], failed: [], rest: [], error: null }
  for (let start = 0; start < ids.length; start += mostDesignsAtOnce) {
    const body: DesignBatch = { ids: ids.slice(start, start + mostDesignsAtOnce) }
    try {
      const { done, failed } = await withToken(shell, (token) =>
        request(path, BatchResult, { method: 'POST', body, token }),
      )
      outcome.done.push(...done)
      outcome.failed.push(...failed)
    } catch (error) {
      return { ...outcome, rest: ids.slice(start), error }
    }
  }
  return outcome
}

export async function nullIfGone<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return null
    throw error
  }
}
