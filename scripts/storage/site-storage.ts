import { createHash } from 'node:crypto'

/** Everything that one site stores and that can be copied: its databases and buckets, by names such as `gallery/DB` and `gallery/IMAGES`. */
export interface SiteStorage {
  databases: Map<string, StoredDatabase>
  buckets: Map<string, StoredBucket>
  /** Releases what reads the storage. */
  close(): Promise<void>
}

export interface StoredDatabase {
  /** Returns the database as SQL, as it is at one moment. */
  export(): Promise<string>
  /** Runs the SQL. The database must be empty. */
  import(sql: string): Promise<void>
  isEmpty(): Promise<boolean>
}

export interface StoredBucket {
  /** In the order of the keys. */
  list(startAfter?: string): AsyncIterable<StoredObject>
  /** Null if the object is gone. */
  read(key: string): Promise<Uint8Array<ArrayBuffer> | null>
  write(object: ObjectDescription, bytes: Uint8Array<ArrayBuffer>): Promise<void>
}

/** The metadata of an object. */
export interface ObjectDescription {
  key: string
  httpMetadata: Record<string, string>
  customMetadata: Record<string, string>
}

export interface StoredObject extends ObjectDescription {
  size: number
  /** The MD5 of the bytes, in hex. */
  etag: string
}

/** Members' data downloads: made from the other data and gone after a day, so a backup leaves them out. */
export const dataDownloads = 'account/EXPORTS'

/** The list of erased accounts: a restore reads it and never empties it. Its keys are `<ISO date>/<owner key>`. */
export const erasureList = 'account/ERASURES'

/** As `ownerKey` of shared/worker, which SQL cannot compute: the first 16 bytes of the SHA-256 of a member's id, in hex. */
export function createOwnerKey(memberId: string): string {
  return createHash('sha256').update(memberId).digest('hex').slice(0, 32)
}
