import * as z from 'zod'
import { environments } from '../deploy/environments.ts'
import type { StoredObject } from '../storage/site-storage.ts'
import type { Pieces, Vault } from './vault.ts'

/** `local`: a site on this machine. */
export const backupEnvironments = ['local', ...environments] as const
export type BackupEnvironment = (typeof backupEnvironments)[number]

const PieceNames = z.array(z.string())

/** One backup. The contents are in the vault. */
export const Manifest = z.object({
  format: z.literal(1),
  environment: z.enum(backupEnvironments),
  /** Of a local site. */
  port: z.nullable(z.number()),
  /** Before the first database was read: erasures from this moment on are missing in the backup. */
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** By name, such as `gallery/DB`: the SQL, and the rows of each table. */
  databases: z.record(z.string(), z.object({ pieces: PieceNames, bytes: z.number(), rows: z.record(z.string(), z.number()) })),
  /** By name, such as `gallery/IMAGES`: the list of objects, one JSON per line. */
  buckets: z.record(z.string(), z.object({ pieces: PieceNames, objects: z.number(), bytes: z.number() })),
})
export type Manifest = z.infer<typeof Manifest>

const BackedUpObject = z.object({
  key: z.string(),
  size: z.number(),
  etag: z.string(),
  uploaded: z.string(),
  httpMetadata: z.record(z.string(), z.string()),
  customMetadata: z.record(z.string(), z.string()),
  pieces: PieceNames,
})
/** An object of a bucket, with the names of its pieces in the vault. */
export interface BackedUpObject extends StoredObject {
  pieces: Pieces
}

export function readManifest(vault: Vault, name: string): Manifest {
  return z.parse(Manifest, JSON.parse(vault.readManifest(name)))
}

/** The objects of a bucket, in the order of their keys. */
export function readObjects(vault: Vault, bucket: Manifest['buckets'][string]): BackedUpObject[] {
  const lines = vault.read(bucket.pieces).toString().split('\n').filter(Boolean)
  return lines.map((line) => z.parse(BackedUpObject, JSON.parse(line)))
}

/** The newest backup of an environment, or null. */
export function findNewestManifest(vault: Vault, environment: BackupEnvironment): { name: string; manifest: Manifest } | null {
  for (const name of vault.listManifests().toReversed()) {
    const manifest = readManifest(vault, name)
    if (manifest.environment === environment) return { name, manifest }
  }
  return null
}
