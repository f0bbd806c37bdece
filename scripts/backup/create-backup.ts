import { inLanes } from '../lib/in-lanes.ts'
import { countRows, loadDump } from '../lib/local-databases.ts'
import { dataDownloads, type SiteStorage, type StoredBucket } from '../storage/site-storage.ts'
import {
  type BackedUpObject,
  type BackupEnvironment,
  backupLifetimeMs,
  DamagedError,
  listBackups,
  type Manifest,
  md5,
  objectPath,
  partPath,
  readManifest,
  readObject,
  type Vault,
} from './vault.ts'

export interface BackupOptions {
  vault: Vault
  storage: SiteStorage
  environment: BackupEnvironment
  /** Of a local site. */
  port?: number | undefined
  say: (sentence: string) => void
  now?: () => Date
}

/** Objects that are read at the same time. */
const lanes = 8

/**
 * Copies a site into the vault. The databases come first: a row that was copied has its image in the bucket, unless the member deleted
 * the design meanwhile, which the restore repairs. Objects that an earlier backup has are not read again.
 */
export async function createBackup({ vault, storage, environment, port, say, now = () => new Date() }: BackupOptions): Promise<Manifest> {
  const startedAt = now()
  const name = `${startedAt.toISOString().replaceAll(':', '-')}_${environment}`
  const databases: Manifest['databases'] = {}
  for (const [part, database] of storage.databases) {
    const sql = await database.export()
    // SQL that does not load is no backup.
    databases[part] = readRows(sql)
    await vault.write(partPath(name, part), Buffer.from(sql))
    say(`${part}: ${describeRows(databases[part])}`)
  }
  const buckets: Manifest['buckets'] = {}
  for (const [part, bucket] of storage.buckets) {
    if (part === dataDownloads) continue
    const { objects, written } = await copyBucket(vault, part, bucket)
    buckets[part] = objects
    say(`${part}: ${objects.length} objects, ${objects.reduce((sum, { size }) => sum + size, 0)} bytes, ${written} of them new`)
  }
  const manifest: Manifest = {
    format: 3,
    name,
    environment,
    port: port ?? null,
    startedAt: startedAt.toISOString(),
    endedAt: now().toISOString(),
    expiresAt: new Date(startedAt.getTime() + backupLifetimeMs).toISOString(),
    databases,
    buckets,
  }
  await vault.write(partPath(name, 'manifest'), Buffer.from(JSON.stringify(manifest)))
  return manifest
}

/** Deletes the expired and the cut backups, and the objects that no other backup has. */
export async function expireBackups(vault: Vault, say: (sentence: string) => void, now = new Date()): Promise<void> {
  const manifests = await Promise.all(listBackups(vault).map((name) => readManifest(vault, name)))
  const live = manifests.filter(({ expiresAt }) => expiresAt > now.toISOString())
  const kept = new Set<string>()
  for (const manifest of live) {
    for (const part of ['manifest', ...Object.keys(manifest.databases)]) kept.add(partPath(manifest.name, part))
    for (const [bucket, objects] of Object.entries(manifest.buckets)) {
      for (const object of objects) kept.add(objectPath(bucket, object))
    }
  }
  const left = [...vault.list('backups'), ...vault.list('objects')].filter((path) => !kept.has(path))
  for (const path of left) vault.delete(path)
  if (left.length > 0) say(`${manifests.length - live.length} expired backups and ${left.length} files are deleted`)
}

/** Reads every file of a backup. Returns a sentence for each damage. */
export async function findDamage(vault: Vault, manifest: Manifest): Promise<string[]> {
  const problems: string[] = []
  const attempt = (what: string, work: () => Promise<unknown>) =>
    work().catch((error: unknown) => problems.push(`${what}: ${error instanceof Error ? error.message : error}`))
  for (const part of Object.keys(manifest.databases)) await attempt(part, () => readSql(vault, manifest, part))
  for (const [bucket, objects] of Object.entries(manifest.buckets)) {
    for (const object of objects) await attempt(`${bucket} ${object.key}`, () => readObject(vault, bucket, object))
  }
  return problems
}

/** The SQL of a database. Throws `DamagedError` if its rows are not those that were counted. */
export async function readSql(vault: Vault, { name, databases }: Manifest, part: string): Promise<string> {
  const sql = (await vault.read(partPath(name, part))).toString()
  if (JSON.stringify(readRows(sql)) !== JSON.stringify(databases[part])) {
    throw new DamagedError(`${part} has other rows than were counted`)
  }
  return sql
}

export function describeRows(rows: Record<string, number>): string {
  const filled = Object.entries(rows).filter(([table, count]) => count > 0 && table !== 'd1_migrations')
  return filled.map(([table, count]) => `${count} ${table}`).join(', ') || 'empty'
}

function readRows(sql: string): Record<string, number> {
  const database = loadDump(':memory:', sql)
  const rows = countRows(database)
  database.close()
  return rows
}

async function copyBucket(vault: Vault, name: string, bucket: StoredBucket) {
  const objects: BackedUpObject[] = []
  let written = 0
  await inLanes(bucket.list(), lanes, async (listed) => {
    if (vault.has(objectPath(name, listed))) {
      objects.push(listed)
      return
    }
    const bytes = await bucket.read(listed.key)
    // A member may delete a design while the bucket is copied.
    if (!bytes) return
    const object = { ...listed, size: bytes.length, etag: md5(bytes) }
    await vault.write(objectPath(name, object), bytes)
    objects.push(object)
    written += 1
  })
  return { objects: objects.sort((one, other) => (one.key < other.key ? -1 : 1)), written }
}
