import * as gallery from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { call } from '@encre/remote-kit/call'
import { nullIfGone } from '../../gallery-api.ts'

interface DesignWithSettings {
  design: gallery.OpenedDesign
  settings: gallery.AtelierSettings
}

export async function getDesign(
  shell: ShellApi,
  id: string,
  signal: AbortSignal,
): Promise<DesignWithSettings> {
  const asked = { params: { id }, signal, prefetched: true }
  const [design, settings] = await Promise.all([
    call(shell, gallery.readDesign, asked),
    call(shell, gallery.readSettings, asked),
  ])
  return { design, settings }
}

export function listLinks(
  shell: ShellApi,
  designId: string,
  signal: AbortSignal,
): Promise<gallery.ArtistLinks | null> {
  return nullIfGone(call(shell, gallery.listLinks, { params: { id: designId }, signal }))
}

/** Resolves once the link no longer opens, also when it was revoked elsewhere. */
export async function revokeLink(shell: ShellApi, linkId: string): Promise<void> {
  await nullIfGone(call(shell, gallery.revokeLink, { params: { id: linkId } }))
}
