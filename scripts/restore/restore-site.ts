import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@encre/build/workspace'
import { describeRows } from '../backup/create-backup.ts'
import { type BackedUpObject, type Manifest, readObjects } from '../backup/manifest.ts'
import { DamagedError, type Vault } from '../backup/vault.ts'
import { folderOf } from '../deploy/environments.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import { inLanes } from '../lib/in-lanes.ts'
import { countRows, loadDump, writeDump } from '../lib/sql-dump.ts'
import { erasureList, type SiteStorage, type StoredBucket } from '../storage/site-storage.ts'
import { type LaterErasure, reconcile } from './reconcile.ts'

export interface RestoreOptions {
  vault: Vault
  manifest: Manifest
  /** The site that gets the data. It must be empty, or hold a part of the same restore. */
  target: SiteStorage
  /** Erased since the backup began. */
  erasures: LaterErasure[]
  /** Restores one database or bucket alone, such as `gallery/IMAGES`. */
  only?: string | undefined
  say: (sentence: string) => void
  now?: Date
}

/** Objects that are written at the same time. */
const lanes = 8

/**
 * Copies a backup into an empty site: the databases into files of this machine, then the objects, then rows and objects are made to agree,
 * then the databases go to the site. Everything is verified: pieces by their hash, databases by a second export, objects by size and MD5.
 */
export async function restoreSite({ vault, manifest, target, erasures, only, say, now = new Date() }: RestoreOptions): Promise<void> {
  if (manifest.expiresAt <= now.toISOString()) {
    throw new ExpectedError(`The backup of ${manifest.startedAt} is expired: members who erased their account would come back.`)
  }
  const databases = pick(manifest.databases, only)
  const buckets = pick(manifest.buckets, only).filter(([name]) => name !== erasureList)
  if (databases.length + buckets.length === 0) {
    throw new ExpectedError(`The backup has no ${only}. It has ${Object.keys({ ...manifest.databases, ...manifest.buckets }).join(', ')}`)
  }
  for (const [name] of databases) await requireEmptyDatabase(target, name)
  const erased = new Set(erasures.map(({ ownerKey }) => ownerKey))
  const wanted = new Map(buckets.map(([name, bucket]) => [name, readObjects(vault, bucket).filter(({ key }) => !erased.has(ownerOf(key)))]))
  for (const [name, objects] of wanted) if (!only) await requireNoOtherObject(name, bucketOf(target, name), objects)
  say(`accounts erased since the backup, which do not come back: ${erased.size}`)

  const scratch = mkdtempSync(join(tmpdir(), 'encre-restore-'))
  try {
    const loaded = databases.map(([name, { pieces, rows }]) => {
      const database = loadDump(join(scratch, `${name.replace('/', '-')}.sqlite`), vault.read(pieces).toString())
      if (JSON.stringify(countRows(database)) !== JSON.stringify(rows)) throw new DamagedError(`${name} has other rows than were backed up`)
      return { name, database }
    })
    const copied = new Map<string, string[]>()
    for (const [name, objects] of wanted) copied.set(name, await copyObjects(vault, bucketOf(target, name), { name, objects, say }))
    for (const { name, database } of loaded) {
      const worker = workerOf(name)
      const own = new Map(
        [...copied].filter(([bucket]) => workerOf(bucket) === worker).map(([bucket, keys]) => [bucketBinding(bucket), keys]),
      )
      // A database that is restored alone has the bucket that is there.
      const objects = only ? await listKeys(target, worker) : own
      const changes = reconcile(database, readFileSync(restoreSqlOf(worker), 'utf8'), { objects, erasures, restoredAt: manifest.endedAt })
      for (const [table, change] of Object.entries(changes))
        say(`${name}: changed to match the objects and the erasures: ${change} ${table}`)
      const path = join(scratch, `${name.replace('/', '-')}.sql`)
      const sql = writeDump(database)
      writeFileSync(path, sql)
      const rows = countRows(database)
      database.close()
      await databaseOf(target, name).importFrom(path)
      await verifyDatabase(target, name, sql, scratch)
      say(`${name}: ${describeRows(rows)}`)
    }
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/** Lists the accounts that were erased since `startedAt`, according to a site's list and to the newest backup of it. */
export async function listLaterErasures(
  bucket: StoredBucket | null,
  backedUp: BackedUpObject[],
  startedAt: string,
): Promise<LaterErasure[]> {
  const keys = new Set(backedUp.map(({ key }) => key).filter((key) => key >= startedAt))
  if (bucket) for await (const { key } of bucket.list(startedAt)) keys.add(key)
  return [...keys].sort().flatMap((key) => {
    const [erasedAt, ownerKey] = key.split('/')
    return erasedAt && ownerKey ? [{ erasedAt, ownerKey }] : []
  })
}

/** Gives the restored site the whole list, for its next restore. */
export async function mergeErasureList(target: SiteStorage, vault: Vault, newest: Manifest, erasures: LaterErasure[]): Promise<void> {
  const bucket = bucketOf(target, erasureList)
  const listed = newest.buckets[erasureList]
  const keys = new Set([
    ...(listed ? readObjects(vault, listed).map(({ key }) => key) : []),
    ...erasures.map(({ erasedAt, ownerKey }) => `${erasedAt}/${ownerKey}`),
  ])
  for await (const { key } of bucket.list()) keys.delete(key)
  for (const key of keys) await bucket.write({ key, httpMetadata: {}, customMetadata: {} }, new Uint8Array())
}

/** The SQL that every worker with a database has, for its restored database. */
export function restoreSqlOf(worker: string): string {
  const path = join(root, folderOf(worker), 'restore.sql')
  if (!existsSync(path)) throw new ExpectedError(`${path} is missing: it says how a restored database of ${worker} is repaired`)
  return path
}

function pick<Part>(parts: Record<string, Part>, only: string | undefined): [string, Part][] {
  return Object.entries(parts).filter(([name]) => only === undefined || name === only)
}

async function requireEmptyDatabase(target: SiteStorage, name: string): Promise<void> {
  if (await databaseOf(target, name).isEmpty()) return
  throw new ExpectedError(
    `The database ${name} is not empty, nothing has changed. A restore needs an empty site; --only restores what a restore that was cut left out.`,
  )
}

/** Throws if the bucket has other objects than an earlier run of the same restore has copied. */
async function requireNoOtherObject(name: string, bucket: StoredBucket, objects: BackedUpObject[]): Promise<void> {
  const known = new Map(objects.map(({ key, etag }) => [key, etag]))
  for await (const { key, etag } of bucket.list()) {
    if (known.get(key) !== etag) {
      throw new ExpectedError(`The bucket ${name} has another object, ${key}. A restore needs an empty site. Nothing has changed.`)
    }
  }
}

/** Copies the objects that the bucket lacks. Returns the keys of the backup's objects that are there. */
async function copyObjects(
  vault: Vault,
  bucket: StoredBucket,
  { name, objects, say }: { name: string; objects: BackedUpObject[]; say: (sentence: string) => void },
): Promise<string[]> {
  const present = new Map<string, string>()
  for await (const { key, etag } of bucket.list()) present.set(key, etag)
  const damaged: string[] = []
  await inLanes(
    objects.filter(({ key }) => !present.has(key)),
    lanes,
    async (object) => {
      try {
        await bucket.write(object, vault.read(object.pieces))
      } catch (error) {
        if (!(error instanceof DamagedError)) throw error
        damaged.push(object.key)
        say(`${name}: ${object.key} is not restored: ${error.message}`)
      }
    },
  )
  const written = new Map<string, { etag: string; size: number }>()
  for await (const { key, etag, size } of bucket.list()) written.set(key, { etag, size })
  for (const { key, etag, size } of objects) {
    const found = written.get(key)
    const isKept = present.has(key) || damaged.includes(key)
    if (!isKept && (found?.etag !== etag || found.size !== size))
      throw new ExpectedError(`${name}: ${key} differs from the backup after it was written. Empty the site, then restore again.`)
  }
  say(`${name}: ${objects.length - damaged.length} objects, ${objects.reduce((sum, { size }) => sum + size, 0)} bytes`)
  return objects.map(({ key }) => key).filter((key) => !damaged.includes(key))
}

async function verifyDatabase(target: SiteStorage, name: string, sql: string, scratch: string): Promise<void> {
  const path = join(scratch, 'verify.sql')
  await databaseOf(target, name).exportTo(path)
  const restored = loadDump(':memory:', readFileSync(path, 'utf8'))
  const same = writeDump(restored) === sql
  restored.close()
  if (!same) throw new ExpectedError(`${name} differs from the backup after it was imported. Empty the site, then restore again.`)
}

async function listKeys(target: SiteStorage, worker: string): Promise<Map<string, string[]>> {
  const keys = new Map<string, string[]>()
  for (const [name, bucket] of target.buckets) {
    if (workerOf(name) !== worker) continue
    const found: string[] = []
    for await (const { key } of bucket.list()) found.push(key)
    keys.set(bucketBinding(name), found)
  }
  return keys
}

function databaseOf(target: SiteStorage, name: string) {
  const database = target.databases.get(name)
  if (!database) throw new ExpectedError(`The site has no database ${name}. Nothing has changed.`)
  return database
}

function bucketOf(target: SiteStorage, name: string): StoredBucket {
  const bucket = target.buckets.get(name)
  if (!bucket) throw new ExpectedError(`The site has no bucket ${name}. Nothing has changed.`)
  return bucket
}

/** `owners/<owner key>/...`; empty for a key that belongs to no member. */
function ownerOf(key: string): string {
  return /^owners\/([0-9a-f]{32})\//.exec(key)?.[1] ?? ''
}

function workerOf(name: string): string {
  return name.slice(0, name.indexOf('/'))
}

function bucketBinding(name: string): string {
  return name.slice(name.indexOf('/') + 1)
}
