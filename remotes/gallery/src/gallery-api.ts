import { DesignPage, galleryPaths } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { RequestError, request } from '@encre/remote-kit/request'
import { withToken } from '@encre/remote-kit/session'
import * as z from 'zod/mini'

interface ListOptions {
  /** A style id, or null for all styles. */
  style: string | null
  /** `next` of the page before, or null for the first page. */
  cursor: string | null
  signal?: AbortSignal
}

/** One page of the member's designs, newest first. */
export function listDesigns(shell: ShellApi, { style, cursor, signal }: ListOptions): Promise<DesignPage> {
  const query = new URLSearchParams({ ...(style && { style }), ...(cursor && { cursor }) })
  const url = query.size > 0 ? `${galleryPaths.designs}?${query}` : galleryPaths.designs
  return withToken(shell, (token) => request(url, DesignPage, { token, signal }))
}

/** Deletes a design. A design that is already gone counts as deleted. */
export async function deleteDesign(shell: ShellApi, designId: string): Promise<void> {
  try {
    await withToken(shell, (token) => request(galleryPaths.design(designId), z.void(), { method: 'DELETE', token }))
  } catch (error) {
    if (!(error instanceof RequestError && error.status === 404)) throw error
  }
}
