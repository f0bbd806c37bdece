import { createHash } from 'node:crypto'
import * as z from 'zod'
import { environments } from '../deploy/environments.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import { DamagedError, type Vault } from './vault.ts'

/**
 * How long a backup is kept. It contains members who erased their account since, so it must not outlive the list of erasures
 * (`erasureListLifetimeMs` of the account worker). The privacy page states the duration.
 */
export const backupLifetimeMs = 30 * 24 * 60 * 60 * 1000

/** `local`: a site on this machine. */
export const backupEnvironments = ['local', ...environments] as const
export type BackupEnvironment = (typeof backupEnvironments)[number]

const BackedUpObject = z.object({
  key: z.string(),
  size: z.number(),
  /** The MD5 of the bytes, in hex. */
  etag: z.string(),
  httpMetadata: z.record(z.string(), z.string()),
  customMetadata: z.record(z.string(), z.string()),
})
export type BackedUpObject = z.infer<typeof BackedUpObject>

/** One backup: `backups/<name>/manifest`. It is written last, so a backup without one was cut. */
export const Manifest = z.object({
  format: z.literal(2),
  name: z.string(),
  environment: z.enum(backupEnvironments),
  /** Of a local site. */
  port: z.nullable(z.number()),
  /** Before the first database was read: erasures from this moment on are missing in the backup. */
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** By name, such as `gallery/DB`: the rows of each table. The SQL is beside the manifest. */
  databases: z.record(z.string(), z.record(z.string(), z.number())),
  /** By name, such as `gallery/IMAGES`: the number of objects. Their list is beside the manifest, one JSON per line. */
  buckets: z.record(z.string(), z.number()),
})
export type Manifest = z.infer<typeof Manifest>

/** The path of a backup's manifest, of a database's SQL or of a bucket's list. */
export function partPath(backup: string, part: string): string {
  return `backups/${backup}/${part.replace('/', '-')}`
}

/** An object is written once, whichever backups contain it. */
export function objectPath(bucket: string, { key, etag }: BackedUpObject): string {
  const name = createHash('sha256').update(`${bucket}\n${key}\n${etag}`).digest('hex')
  return `objects/${name.slice(0, 2)}/${name}`
}

export function listBackups(vault: Vault): string[] {
  return vault.list('backups').flatMap((path) => /^backups\/([^/]+)\/manifest$/.exec(path)?.[1] ?? [])
}

export async function readManifest(vault: Vault, name: string): Promise<Manifest> {
  if (!listBackups(vault).includes(name)) throw new ExpectedError(`There is no backup ${name}`)
  const manifest = z.parse(Manifest, JSON.parse((await vault.read(partPath(name, 'manifest'))).toString()))
  if (manifest.name !== name) throw new DamagedError(`The manifest of ${name} is that of ${manifest.name}`)
  return manifest
}

/** The objects of a bucket, in the order of their keys. */
export async function listObjects(vault: Vault, { name, buckets }: Manifest, bucket: string): Promise<BackedUpObject[]> {
  if (buckets[bucket] === undefined) return []
  const lines = (await vault.read(partPath(name, bucket))).toString().split('\n').filter(Boolean)
  if (lines.length !== buckets[bucket]) throw new DamagedError(`The list of ${bucket} is not that of ${name}`)
  return lines.map((line) => z.parse(BackedUpObject, JSON.parse(line)))
}

/** Throws `DamagedError` if the bytes are not the object's. */
export async function readObject(vault: Vault, bucket: string, object: BackedUpObject): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await vault.read(objectPath(bucket, object)))
  if (md5(bytes) !== object.etag) throw new DamagedError(`${objectPath(bucket, object)} is damaged`)
  return bytes
}

export function md5(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex')
}

/** The newest backup of an environment, or null. */
export async function findNewestManifest(vault: Vault, environment: BackupEnvironment): Promise<Manifest | null> {
  for (const name of listBackups(vault).toReversed()) if (name.endsWith(`_${environment}`)) return readManifest(vault, name)
  return null
}
