import { DesignPage, galleryPaths } from '@encre/gallery-worker/contract'
import { RequestError, request } from '@encre/protocol/request'
import type { ShellApi } from '@encre/protocol/shell-api'
import * as z from 'zod/mini'

/** One page of the member's designs, newest first. */
export async function listDesigns(
  shell: ShellApi,
  { style, cursor }: { style: string | null; cursor: string | null },
  signal?: AbortSignal,
): Promise<DesignPage> {
  const query = new URLSearchParams({ ...(style && { style }), ...(cursor && { cursor }) })
  const url = query.size > 0 ? `${galleryPaths.designs}?${query}` : galleryPaths.designs
  return request(url, DesignPage, { token: await getToken(shell), ...(signal && { signal }) })
}

/** A design that is already gone is what the member asked for. */
export async function deleteDesign(shell: ShellApi, designId: string): Promise<void> {
  const token = await getToken(shell)
  await request(galleryPaths.design(designId), z.void(), { method: 'DELETE', token }).catch((error: unknown) => {
    if (!(error instanceof RequestError && error.status === 404)) throw error
  })
}

/** True when the member has to sign in again before anything else can succeed. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof RequestError && error.status === 401
}

export function problemCode(error: unknown): string {
  return error instanceof RequestError ? error.code : 'internal'
}

async function getToken(shell: ShellApi): Promise<string> {
  try {
    return await shell.getToken()
  } catch (cause) {
    throw new RequestError('permission-denied', 401, null, { cause })
  }
}
