import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inLanes } from '../lib/in-lanes.ts'
import { countRows, loadDump } from '../lib/sql-dump.ts'
import { dataDownloads, type SiteStorage, type StoredBucket, type StoredObject } from '../storage/site-storage.ts'
import { backupLifetimeMs } from './lifetimes.ts'
import { type BackedUpObject, type BackupEnvironment, findNewestManifest, type Manifest, readManifest, readObjects } from './manifest.ts'
import type { Vault } from './vault.ts'

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
 * the design meanwhile, which the restore repairs. Objects that the backup before has are not read again.
 */
export async function createBackup({ vault, storage, environment, port, say, now = () => new Date() }: BackupOptions): Promise<string> {
  const startedAt = now()
  const before = findNewestManifest(vault, environment)?.manifest
  const databases: Manifest['databases'] = {}
  for (const [name, database] of storage.databases) {
    databases[name] = await copyDatabase(vault, (path) => database.exportTo(path))
    say(`${name}: ${describeRows(databases[name].rows)}`)
  }
  const buckets: Manifest['buckets'] = {}
  for (const [name, bucket] of storage.buckets) {
    if (name === dataDownloads) continue
    const known = before?.buckets[name]
    const { objects, read } = await copyBucket(vault, bucket, known ? readObjects(vault, known) : [])
    const bytes = objects.reduce((sum, { size }) => sum + size, 0)
    const pieces = vault.write(Buffer.from(objects.map((object) => `${JSON.stringify(object)}\n`).join('')))
    buckets[name] = { pieces, objects: objects.length, bytes }
    say(`${name}: ${objects.length} objects, ${bytes} bytes, ${read} of them new`)
  }
  const manifest: Manifest = {
    format: 1,
    environment,
    port: port ?? null,
    startedAt: startedAt.toISOString(),
    endedAt: now().toISOString(),
    expiresAt: new Date(startedAt.getTime() + backupLifetimeMs).toISOString(),
    databases,
    buckets,
  }
  const name = `${manifest.startedAt.replaceAll(':', '-')}_${environment}`
  vault.writeManifest(name, JSON.stringify(manifest))
  return name
}

/** Deletes the expired backups, and the pieces that no other backup needs. */
export function expireBackups(vault: Vault, say: (sentence: string) => void, now = new Date()): void {
  const kept = new Set<string>()
  let expired = 0
  for (const name of vault.listManifests()) {
    const manifest = readManifest(vault, name)
    if (manifest.expiresAt <= now.toISOString()) {
      vault.deleteManifest(name)
      expired += 1
      continue
    }
    for (const { pieces } of Object.values(manifest.databases)) for (const piece of pieces) kept.add(piece)
    for (const bucket of Object.values(manifest.buckets)) {
      for (const piece of bucket.pieces) kept.add(piece)
      for (const { pieces } of readObjects(vault, bucket)) for (const piece of pieces) kept.add(piece)
    }
  }
  const deleted = vault.deletePieces(kept)
  if (expired + deleted > 0) say(`${expired} expired backups and ${deleted} files are deleted`)
}

/** Reads every piece of a backup. Returns a sentence for each damage. */
export function findDamage(vault: Vault, manifest: Manifest): string[] {
  const problems: string[] = []
  const attempt = (what: string, work: () => void) => {
    try {
      work()
    } catch (error) {
      problems.push(`${what}: ${error instanceof Error ? error.message : error}`)
    }
  }
  for (const [name, { pieces, rows }] of Object.entries(manifest.databases)) {
    attempt(name, () => {
      const database = loadDump(':memory:', vault.read(pieces).toString())
      if (JSON.stringify(countRows(database)) !== JSON.stringify(rows)) throw new Error('the rows are not those that were counted')
      database.close()
    })
  }
  for (const [name, bucket] of Object.entries(manifest.buckets)) {
    attempt(name, () => {
      for (const object of readObjects(vault, bucket)) attempt(`${name} ${object.key}`, () => void vault.read(object.pieces))
    })
  }
  return problems
}

export function describeRows(rows: Record<string, number>): string {
  const filled = Object.entries(rows).filter(([table, count]) => count > 0 && table !== 'd1_migrations')
  return filled.map(([table, count]) => `${count} ${table}`).join(', ') || 'empty'
}

async function copyDatabase(vault: Vault, exportTo: (path: string) => Promise<void>): Promise<Manifest['databases'][string]> {
  const folder = mkdtempSync(join(tmpdir(), 'encre-backup-'))
  try {
    const path = join(folder, 'export.sql')
    await exportTo(path)
    const sql = readFileSync(path)
    // A file that does not load is no backup.
    const database = loadDump(':memory:', sql.toString())
    const rows = countRows(database)
    database.close()
    return { pieces: vault.write(sql), bytes: sql.length, rows }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function copyBucket(vault: Vault, bucket: StoredBucket, before: BackedUpObject[]) {
  const known = new Map(before.map((object) => [object.key, object]))
  const objects: BackedUpObject[] = []
  let read = 0
  const copy = async (object: StoredObject) => {
    const same = known.get(object.key)
    if (same?.etag === object.etag && same.uploaded === object.uploaded && vault.has(same.pieces)) {
      objects.push({ ...object, pieces: same.pieces })
      return
    }
    const bytes = await bucket.read(object.key).catch(async (error: unknown) => {
      // A member may delete a design while the bucket is copied.
      if (!(await isListed(bucket, object.key))) return null
      throw error
    })
    if (bytes === null) return
    read += 1
    objects.push({ ...object, size: bytes.length, pieces: vault.write(bytes) })
  }
  await inLanes(bucket.list(), lanes, copy)
  return { objects: objects.sort((one, other) => (one.key < other.key ? -1 : 1)), read }
}

async function isListed(bucket: StoredBucket, key: string): Promise<boolean> {
  for await (const object of bucket.list(key.slice(0, -1))) if (object.key >= key) return object.key === key
  return false
}
