import {
  ArtistLinks,
  AtelierSettings,
  type AtelierSettingsChange,
  CreatedArtistLink,
  galleryPaths,
  Neighbours,
  type NewArtistLink,
  OpenedDesign,
} from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { request } from '@encre/remote-kit/request'
import { withToken } from '@encre/remote-kit/session'
import * as z from 'zod/mini'
import { nullIfGone } from '../gallery-api.ts'

interface DesignWithSettings {
  design: OpenedDesign
  settings: AtelierSettings
}

export function getDesign(
  shell: ShellApi,
  designId: string,
  signal: AbortSignal,
): Promise<DesignWithSettings> {
  const id = encodeURIComponent(designId)
  return withToken(shell, async (token) => {
    const [design, settings] = await Promise.all([
      request(galleryPaths.design(id), OpenedDesign, { token, signal, shell }),
      request(galleryPaths.settings(id), AtelierSettings, { token, signal, shell }),
    ])
    return { design, settings }
  })
}

export function findNeighbours(
  shell: ShellApi,
  designId: string,
  filter: string,
  signal: AbortSignal,
): Promise<Neighbours> {
  const url = galleryPaths.neighbours(encodeURIComponent(designId))
  return withToken(shell, (token) =>
    request(filter ? `${url}?${filter}` : url, Neighbours, { token, signal }),
  )
}

export function readSettings(shell: ShellApi, designId: string): Promise<AtelierSettings> {
  const url = galleryPaths.settings(encodeURIComponent(designId))
  return withToken(shell, (token) => request(url, AtelierSettings, { token }))
}

/**
 * Changes some settings. With `inBackground` the end of the session does not move the member, who
 * has left the page.
 */
export function saveSettings(
  shell: ShellApi,
  designId: string,
  change: AtelierSettingsChange,
  options: { inBackground: boolean },
): Promise<AtelierSettings> {
  const url = galleryPaths.settings(encodeURIComponent(designId))
  return withToken(
    shell,
    (token) => request(url, AtelierSettings, { method: 'PATCH', body: change, token }),
    options,
  )
}

export function listLinks(
  shell: ShellApi,
  designId: string,
  signal: AbortSignal,
): Promise<ArtistLinks | null> {
  const url = galleryPaths.designLinks(encodeURIComponent(designId))
  return nullIfGone(withToken(shell, (token) => request(url, ArtistLinks, { token, signal })))
}

export async function markAnswersSeen(shell: ShellApi, designId: string): Promise<void> {
  const url = galleryPaths.answersSeen(encodeURIComponent(designId))
  await withToken(shell, (token) => request(url, z.void(), { method: 'POST', token }), {
    inBackground: true,
  })
}

export function createLink(
  shell: ShellApi,
  designId: string,
  link: NewArtistLink,
): Promise<CreatedArtistLink> {
  const url = galleryPaths.designLinks(encodeURIComponent(designId))
  return withToken(shell, (token) =>
    request(url, CreatedArtistLink, { method: 'POST', body: link, token }),
  )
}

/** Resolves once the link no longer opens, also when it was revoked elsewhere. */
export async function revokeLink(shell: ShellApi, linkId: string): Promise<void> {
  await nullIfGone(
    withToken(shell, (token) =>
      request(galleryPaths.link(linkId), z.void(), { method: 'DELETE', token }),
    ),
  )
}
