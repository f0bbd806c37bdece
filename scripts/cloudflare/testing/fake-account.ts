import type { IncomingHttpHeaders } from 'node:http'
import type { DatabaseSync } from 'node:sqlite'

export interface FakeScript {
  /** The newest first, as in the API. */
  versions: { id: string; message: string }[]
  deployments: { versions: { version_id: string; percentage: number }[] }[]
  secrets: string[]
  migrationTag?: string | undefined
}

export interface FakeObject {
  bytes: Buffer
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
  /** The names of the account's zones, of their DNS records, and of the plans that the account pays for. */
  zones: string[]
  records: string[]
  plans: string[]
  /** Paths that the token may not read. */
  refused: string[]
}

export function createFakeAccount(): FakeAccount {
  const [scripts, databases, transfers, buckets, objects, domains] = [new Map(), new Map(), new Map(), new Map(), new Map(), new Map()]
  return { scripts, databases, transfers, buckets, objects, domains, zones: [], records: [], plans: ['workers_paid'], refused: [] }
}

export type Body = Record<string, unknown>

/** A request to the API, as a route reads it. */
export interface Call {
  /** The parts of the path that the route names. */
  params: Record<string, string | undefined>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Body
}

/**
 * The answers of the API by method and path, as in `GET /d1/database/:id`. Paths below the account leave out `/accounts/<id>`.
 * An answer is the `result` of a success. It throws an `ApiError` to refuse.
 */
export type Routes = Record<string, (call: Call) => unknown>

export class ApiError extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** One page of a list that continues after `cursor`. The last page has an empty cursor. */
export class Page {
  readonly items: unknown[]
  readonly cursor: string

  constructor(items: unknown[], cursor: string) {
    this.items = items
    this.cursor = cursor
  }
}
