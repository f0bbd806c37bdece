import type { DesignPage, ListedDesign } from '@encre/gallery-worker/contract'
import type { ShellApi } from '@encre/protocol/shell-api'
import { openRemote } from '@encre/remote-kit/testing'
import { beforeEach } from 'vitest'
import { Remote } from './remote.tsx'
import { forgetLibraries } from './use-designs.ts'

beforeEach(forgetLibraries)

export function makePage(designs: ListedDesign[], next: string | null = null): DesignPage {
  return { designs, next }
}

export function openGallery(path = '/gallery', changes: Partial<ShellApi> = {}) {
  return openRemote(Remote, { path, ...changes })
}
