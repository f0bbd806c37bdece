import type { DesignPage } from '@encre/gallery-worker/contract'
import type { Design } from '@encre/protocol/design'
import type { ShellApi } from '@encre/protocol/shell-api'
import { openRemote } from '@encre/remote-kit/testing'
import { Remote } from './remote.tsx'

export function makePage(designs: Design[], next: string | null = null): DesignPage {
  return { designs, next }
}

export function openGallery(path = '/gallery', changes: Partial<ShellApi> = {}) {
  return openRemote(Remote, { path, ...changes })
}
