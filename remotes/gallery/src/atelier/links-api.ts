import { type ArtistLink, ArtistLinks, CreatedArtistLink, galleryPaths, type NewArtistLink } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { request } from '@encre/remote-kit/request'
import { withToken } from '@encre/remote-kit/session'
import * as z from 'zod/mini'
import { nullIfGone } from '../null-if-gone.ts'

/** The links of a design that still open, newest first. Null from a gallery without links. */
export async function listLinks(shell: ShellApi, designId: string, signal: AbortSignal): Promise<ArtistLink[] | null> {
  const url = galleryPaths.designLinks(encodeURIComponent(designId))
  const answer = await nullIfGone(withToken(shell, (token) => request(url, ArtistLinks, { token, signal })))
  return answer?.links ?? null
}

export function createLink(shell: ShellApi, designId: string, days: NewArtistLink['days']): Promise<CreatedArtistLink> {
  const url = galleryPaths.designLinks(encodeURIComponent(designId))
  return withToken(shell, (token) => request(url, CreatedArtistLink, { method: 'POST', body: { days }, token }))
}

/** Resolves once the link no longer opens, also when it was revoked elsewhere. */
export async function revokeLink(shell: ShellApi, linkId: string): Promise<void> {
  await nullIfGone(withToken(shell, (token) => request(galleryPaths.link(linkId), z.void(), { method: 'DELETE', token })))
}
