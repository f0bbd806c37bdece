import type { RemoteStatus } from './registry.ts'

/** A remote whose version `v1` everyone has, without a canary. */
export function newStatus(changes: Partial<RemoteStatus> = {}): RemoteStatus {
  return {
    remote: 'gallery',
    current: 'v1',
    previous: null,
    canary: null,
    revision: 7,
    largestShare: 100,
    waitsFor: null,
    versions: [],
    ...changes,
  }
}
