import { createHash } from 'node:crypto'
import type { Environment } from '../deploy/environments.ts'
import { inLanes } from '../lib/in-lanes.ts'
import { countRows, loadDump } from '../lib/local-databases.ts'
import { dataDownloads, type SiteStorage, type StoredBucket, type StoredObject } from '../storage/site-storage.ts'
import { backupLifetimeMs, listBackups, type Manifest, objectPath, partPath, readManifest, type Vault } from './vault.ts'

interface BackupOptions {
  vault: Vault
  storage: SiteStorage
  environment: Environment
  say: (sentence: string) => void
}

const lanes = 8

/** The databases come first: a row that was copied has its image in the bucket, unless the member deleted the design meanwhile. */
export async function createBackup({ vault, storage, environment, say }: BackupOptions): Promise<Manifest> {
  const startedAt = new Date()
  const name = `${startedAt.toISOString().replaceAll(':', '-')}_${environment}`
  for (const [part, database] of storage.databases) {
    const sql = await database.export()
    // SQL that does not load is no backup.
    const loaded = loadDump(sql)
    await vault.write(partPath(name, part), Buffer.from(sql))
    say(`${part}: ${describeRows(countRows(loaded))}`)
    loaded.close()
  }
  const buckets: Manifest['buckets'] = {}
  for (const [part, bucket] of storage.buckets) {
    if (part === dataDownloads) continue
    const { objects, written } = await copyBucket(vault, part, bucket)
    buckets[part] = objects
    say(`${part}: ${objects.length} objects, ${objects.reduce((sum, { size }) => sum + size, 0)} bytes, ${written} of them new`)
  }
  const manifest: Manifest = {
    format: 4,
    name,
    environment,
    startedAt: startedAt.toISOString(),
    endedAt: new Date().toISOString(),
    expiresAt: new Date(startedAt.getTime() + backupLifetimeMs).toISOString(),
    databases: [...storage.databases.keys()],
    buckets,
  }
  await vault.write(partPath(name, 'manifest'), Buffer.from(JSON.stringify(manifest)))
  return manifest
}

export async function expireBackups(vault: Vault, say: (sentence: string) => void): Promise<void> {
  const kept = new Set<string>()
  for (const name of listBackups(vault)) {
    const manifest = await readManifest(vault, 'production', name)
    if (manifest.expiresAt <= new Date().toISOString()) continue
    for (const part of ['manifest', ...manifest.databases]) kept.add(partPath(name, part))
    for (const [bucket, objects] of Object.entries(manifest.buckets)) for (const object of objects) kept.add(objectPath(bucket, object))
  }
  const left = [...vault.list('backups'), ...vault.list('objects')].filter((path) => !kept.has(path))
  for (const path of left) vault.delete(path)
  if (left.length > 0) say(`${left.length} files of expired and cut backups are deleted`)
}

export async function findDamage(vault: Vault, { name, databases, buckets }: Manifest): Promise<string[]> {
  const paths = databases.map((part) => partPath(name, part))
  for (const [bucket, objects] of Object.entries(buckets)) paths.push(...objects.map((object) => objectPath(bucket, object)))
  const problems: string[] = []
  await inLanes(paths, lanes, async (path) => void (await vault.read(path).catch((error: unknown) => problems.push(String(error)))))
  return problems
}

export function describeRows(rows: Record<string, number>): string {
  const filled = Object.entries(rows).filter(([table, count]) => count > 0 && table !== 'd1_migrations')
  return filled.map(([table, count]) => `${count} ${table}`).join(', ') || 'empty'
}

async function copyBucket(vault: Vault, name: string, bucket: StoredBucket) {
  const objects: StoredObject[] = []
  let written = 0
  await inLanes(bucket.list(), lanes, async (listed) => {
    if (vault.has(objectPath(name, listed))) {
      objects.push(listed)
      return
    }
    const bytes = await bucket.read(listed.key)
    // A member may delete a design while the bucket is copied.
    if (!bytes) return
    const object = { ...listed, size: bytes.length, etag: createHash('md5').update(bytes).digest('hex') }
    await vault.write(objectPath(name, object), bytes)
    objects.push(object)
    written += 1
  })
  return { objects: objects.sort((one, other) => (one.key < other.key ? -1 : 1)), written }
}
