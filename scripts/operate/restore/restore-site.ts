import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { root } from '@encre/build/workspace'
import { restoreRows } from '@encre/worker/tables'
import { inLanes } from '../../lib/in-lanes.ts'
import { ExpectedError, type Say } from '../../lib/run-command.ts'
import { withScratch } from '../../lib/with-scratch.ts'
import {
  DamagedError,
  describeRows,
  type Manifest,
  objectPath,
  partPath,
  type Vault,
} from '../backup/backups.ts'
import { folderOf } from '../deploy/environments.ts'
import { loadCopy, queryOf, summarize, writeSql } from '../storage/database-pages.ts'
import {
  createOwnerKey,
  erasureList,
  type SiteStorage,
  type StoredBucket,
  type StoredObject,
  storageLanes,
} from '../storage/site-storage.ts'

interface RestoreOptions {
  vault: Vault
  manifest: Manifest
  /** It must be empty, or hold a part of the same restore. */
  target: SiteStorage
  /** Keys of the list of erased accounts, since the backup began. */
  erasures: string[]
  /** Restores one database or bucket alone, such as `gallery/IMAGES`. */
  only?: string | undefined
  say: Say
}

/**
 * Makes rows and objects agree before it imports the databases. Verifies databases by a hash of
 * their rows, objects by size and MD5.
 */
export async function restoreSite(options: RestoreOptions): Promise<void> {
  const { vault, manifest, target, erasures, only, say } = options
  if (manifest.expiresAt <= new Date().toISOString()) {
    throw new ExpectedError(
      `The backup of ${manifest.startedAt} is expired: members who erased their account would come back.`,
    )
  }
  const isWanted = (name: string) => only === undefined || name === only
  const databases = manifest.databases.filter(isWanted)
  const buckets = Object.entries(manifest.buckets).filter(
    ([name]) => isWanted(name) && name !== erasureList,
  )
  if (databases.length + buckets.length === 0) {
    throw new ExpectedError(
      `The backup has no ${only}. It has ${[...manifest.databases, ...Object.keys(manifest.buckets)].join(', ')}`,
    )
  }
  await requireEmpty(databases, target)
  const erased = new Set(erasures.map((key) => key.split('/')[1]))
  const wanted = new Map<string, WantedObjects>()
  for (const [name, all] of buckets) {
    // `owners/<owner key>/...`
    const objects = all.filter(({ key }) => !erased.has(key.split('/')[1]))
    const present = await readEtags(getPart(target.buckets, name))
    if (!only) refuseOtherObjects(name, objects, present)
    wanted.set(name, { objects, present })
  }
  say(`accounts erased since the backup, which do not come back: ${erased.size}`)

  await withScratch(async (folder) => {
    const loaded = new Map<string, DatabaseSync>()
    for (const name of databases) {
      const copy = vault.stream(partPath(manifest.name, name))
      loaded.set(name, await loadCopy(copy, join(folder, name.replace('/', '-'))))
    }
    for (const [name, { objects, present }] of wanted) {
      await copyObjects(name, objects, present, options)
    }
    for (const [name, database] of loaded) {
      await importDatabase(name, database, options)
    }
  })
}

interface WantedObjects {
  objects: StoredObject[]
  present: Map<string, string>
}

async function requireEmpty(databases: string[], target: SiteStorage): Promise<void> {
  for (const name of databases) {
    if (await getPart(target.databases, name).isEmpty()) continue
    throw new ExpectedError(
      `The database ${name} is not empty. A restore needs an empty site; --only finishes an interrupted one. Nothing has changed.`,
    )
  }
}

function refuseOtherObjects(
  name: string,
  objects: StoredObject[],
  present: Map<string, string>,
): void {
  const known = new Map(objects.map(({ key, etag }) => [key, etag]))
  const other = [...present.keys()].find((key) => known.get(key) !== present.get(key))
  if (!other) return
  throw new ExpectedError(
    `The bucket ${name} has another object, ${other}. A restore needs an empty site. Nothing has changed.`,
  )
}

/** Makes a database agree with the buckets of its worker, imports it, and verifies what arrived. */
async function importDatabase(
  name: string,
  database: DatabaseSync,
  { target, erasures, manifest, say }: RestoreOptions,
): Promise<void> {
  const [worker = ''] = name.split('/')
  const objects = new Map<string, string[]>()
  for (const [bucket, { list }] of target.buckets) {
    const [owner, binding = ''] = bucket.split('/')
    if (owner === worker) objects.set(binding, await Array.fromAsync(list(), ({ key }) => key))
  }
  const query = queryOf(database)
  const backedUp = await summarize(query)
  await reconcile(worker, database, objects, erasures, manifest.endedAt)
  const restored = await summarize(query)
  const stored = getPart(target.databases, name)
  await stored.import(writeSql(query))
  if ((await summarize(stored.query)).hash !== restored.hash) {
    throw new ExpectedError(
      `${name} differs from the backup after it was imported. Empty the site, then restore again.`,
    )
  }
  say(`${name}: ${describeRows(restored.counts)}. The backup has ${describeRows(backedUp.counts)}`)
  database.close()
}

/**
 * Repeats the erasures made since, and makes rows agree with the objects of the worker's buckets.
 */
export async function reconcile(
  worker: string,
  database: DatabaseSync,
  objects: Map<string, string[]>,
  erasures: string[],
  restoredAt: string,
): Promise<void> {
  const sql = await readSql(worker)
  database.function('owner_key', { deterministic: true }, (memberId) =>
    createOwnerKey(String(memberId)),
  )
  database.function('restored_at', { deterministic: true }, () => restoredAt)
  database.exec(`create temp table restored_objects (binding text not null, key text not null, primary key (key, binding)) without rowid;
    create temp table later_erasures (owner_key text not null primary key, erased_at text not null) without rowid;
    begin`)
  const addObject = database.prepare('insert into restored_objects (binding, key) values (?, ?)')
  for (const [binding, keys] of objects) {
    for (const key of keys) {
      addObject.run(binding, key)
    }
  }
  const addErasure = database.prepare(
    'insert into later_erasures (owner_key, erased_at) values (?, ?) on conflict do nothing',
  )
  for (const [erasedAt = '', ownerKey = ''] of erasures.map((key) => key.split('/'))) {
    addErasure.run(ownerKey, erasedAt)
  }
  database.exec(`${sql}\n;commit; drop table restored_objects; drop table later_erasures`)
}

const placeOfTables = /^-- Here: what `tables.ts` says .*$/m

/** The worker's `restore.sql`, with what its record of tables says in the place that it names. */
async function readSql(worker: string): Promise<string> {
  const folder = join(root, folderOf(worker))
  const source = worker === 'shell' ? 'worker' : 'src'
  const { tables } = await import(join(folder, source, 'tables.ts'))
  const sql = readFileSync(join(folder, 'restore.sql'), 'utf8')
  if (!placeOfTables.test(sql)) throw new Error(`${folder}/restore.sql has no place for its tables`)
  return sql.replace(placeOfTables, () => restoreRows(tables))
}

/**
 * Lists the accounts that were erased since `startedAt`, according to a site's list and to the
 * newest backup of it.
 */
export async function listLaterErasures(
  bucket: StoredBucket | null,
  backedUp: { key: string }[],
  startedAt: string,
): Promise<string[]> {
  const keys = new Set(backedUp.map(({ key }) => key).filter((key) => key >= startedAt))
  if (bucket)
    for await (const { key } of bucket.list(startedAt)) {
      keys.add(key)
    }
  return [...keys].sort()
}

export async function mergeErasureList(
  target: SiteStorage,
  backedUp: { key: string }[],
  erasures: string[],
): Promise<void> {
  const bucket = getPart(target.buckets, erasureList)
  const keys = new Set([...backedUp.map(({ key }) => key), ...erasures])
  for await (const { key } of bucket.list()) {
    keys.delete(key)
  }
  for (const key of keys) {
    await bucket.write({ key }, new Uint8Array())
  }
}

async function readEtags(bucket: StoredBucket): Promise<Map<string, string>> {
  return new Map(
    await Array.fromAsync(bucket.list(), ({ key, etag }): [string, string] => [key, etag]),
  )
}

/** Copies the objects that the bucket lacks. */
async function copyObjects(
  name: string,
  objects: StoredObject[],
  present: Map<string, string>,
  { vault, target, say }: RestoreOptions,
) {
  const bucket = getPart(target.buckets, name)
  const damaged = new Set<string>()
  const missing = objects.filter(({ key }) => !present.has(key))
  await inLanes(missing, storageLanes, async (object) => {
    try {
      await bucket.write(object, new Uint8Array(await vault.read(objectPath(name, object))))
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error
      damaged.add(object.key)
      say(`${name}: ${object.key} is not restored: ${error.message}`)
    }
  })
  const written = await readEtags(bucket)
  const differing = missing.find(({ key, etag }) => !damaged.has(key) && written.get(key) !== etag)
  if (differing) {
    throw new ExpectedError(
      `${name}: ${differing.key} differs from the backup after it was written. Empty the site, then restore again.`,
    )
  }
  say(`${name}: ${objects.length - damaged.size} objects`)
}

export function getPart<Part>(parts: Map<string, Part>, name: string): Part {
  const part = parts.get(name)
  if (!part) throw new ExpectedError(`The site has no ${name}. Nothing has changed.`)
  return part
}
