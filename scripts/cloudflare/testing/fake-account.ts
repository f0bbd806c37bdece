import type { DatabaseSync } from 'node:sqlite'

export interface FakeVersion {
  id: string
  number: number
}

export interface FakeScript {
  versions: FakeVersion[]
  /** The newest first, as in the API. */
  deployments: { id: string; versions: { version_id: string; percentage: number }[] }[]
  secrets: string[]
  migrationTag?: string | undefined
}

export interface FakeObject {
  bytes: Buffer
  uploaded: string
  httpMetadata: Record<string, string>
  customMetadata: Record<string, string>
}

/** Everything that the fake account stores. Tests read it and change it directly. */
export interface FakeAccount {
  /** Workers, by name. */
  scripts: Map<string, FakeScript>
  /** By UUID. */
  databases: Map<string, { name: string; jurisdiction?: string | undefined; database: DatabaseSync }>
  /** Exports that wait to be downloaded, and uploads that wait to be imported. */
  transfers: Map<string, Buffer>
  buckets: Map<string, { jurisdiction: string; lifecycle: unknown }>
  /** By bucket, then by key. */
  objects: Map<string, Map<string, FakeObject>>
  /** The worker of each hostname. */
  domains: Map<string, string>
  /** The names of the account's zones. */
  zones: string[]
}

export function createFakeAccount(): FakeAccount {
  return {
    scripts: new Map(),
    databases: new Map(),
    transfers: new Map(),
    buckets: new Map(),
    objects: new Map(),
    domains: new Map(),
    zones: [],
  }
}
