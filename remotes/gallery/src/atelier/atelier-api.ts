import { AtelierSettings, type AtelierSettingsChange, galleryPaths, ListedDesign, Neighbours } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { request } from '@encre/remote-kit/request'
import { withToken } from '@encre/remote-kit/session'

interface DesignWithSettings {
  design: ListedDesign
  settings: AtelierSettings
}

/** A design and what its member has set in the atelier. */
export function getDesign(shell: ShellApi, designId: string, signal: AbortSignal): Promise<DesignWithSettings> {
  const id = encodeURIComponent(designId)
  return withToken(shell, async (token) => {
    const [design, settings] = await Promise.all([
      request(galleryPaths.design(id), ListedDesign, { token, signal, shell }),
      request(galleryPaths.settings(id), AtelierSettings, { token, signal, shell }),
    ])
    return { design, settings }
  })
}

/** The designs before and after this one in the gallery. `filter` is the query of the gallery's address, and of the worker's list. */
export function findNeighbours(shell: ShellApi, designId: string, filter: string, signal: AbortSignal): Promise<Neighbours> {
  const url = galleryPaths.neighbours(encodeURIComponent(designId))
  return withToken(shell, (token) => request(filter ? `${url}?${filter}` : url, Neighbours, { token, signal }))
}

/** Changes some settings. With `inBackground` the end of the session does not move the member, who has left the page. */
export function saveSettings(
  shell: ShellApi,
  designId: string,
  change: AtelierSettingsChange,
  options: { inBackground: boolean },
): Promise<AtelierSettings> {
  const url = galleryPaths.settings(encodeURIComponent(designId))
  return withToken(shell, (token) => request(url, AtelierSettings, { method: 'PATCH', body: change, token }), options)
}
