import { createHash, createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { D1Database } from '@cloudflare/workers-types'
import { listWorkerFolders } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { parse } from 'jsonc-parser'
import * as z from 'zod'
import { ExpectedError, type Say } from './run-command.ts'

const WithDatabase = z.looseObject({
  d1_databases: z.tuple([z.looseObject({ database_id: z.string() })]),
})
const WithBuckets = z.looseObject({
  r2_buckets: z.array(z.looseObject({ bucket_name: z.string() })).default([]),
})

/**
 * Each database says which migrations it has. Refuses data with one that has no file: another
 * version of the code made it.
 */
export async function migrateDatabases(dataFolder: string, say: Say): Promise<void> {
  const withDatabase = listWorkerFolders().filter((folder) =>
    existsSync(join(root, folder, 'migrations')),
  )
  const databases = withDatabase.map((folder) => {
    const files = listMigrations(folder)
    return { folder, files, applied: readAppliedMigrations(localDatabasePath(dataFolder, folder)) }
  })
  for (const { folder, files, applied } of databases) {
    const unknown = applied.find((name) => !files.includes(name))
    if (unknown) {
      throw new ExpectedError(
        `The data in ${dataFolder} was made by another version of Encre: ${folder} has no migration ${unknown}. Delete the data of every local site: npm run reset`,
      )
    }
  }
  const behind = databases.flatMap(({ folder, files, applied }) => {
    const missing = files.filter((name) => !applied.includes(name))
    return missing.length > 0 ? [{ folder, missing }] : []
  })
  if (behind.length === 0) return
  say('Applying the database migrations ...')
  mkdirSync(dataFolder, { recursive: true })
  await applyMigrations(dataFolder, behind)
}

/**
 * Does what `wrangler d1 migrations apply` does, and writes its list. wrangler starts a runtime for
 * each migration, which took 34 s of processor time on empty data.
 */
async function applyMigrations(
  dataFolder: string,
  behind: { folder: string; missing: string[] }[],
): Promise<void> {
  // They take 200 MB, which a backup and a start without migrations do without.
  const { convertV4MiniflareOptions, Miniflare } = await import('miniflare')
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: '',
      resourcePersistencePath: join(dataFolder, 'v3'),
      d1Databases: Object.fromEntries(behind.map(({ folder }) => [folder, databaseId(folder)])),
    }),
  )
  try {
    for (const { folder, missing } of behind) {
      await runMigrations(await runtime.getD1Database(folder), folder, missing)
    }
  } finally {
    await runtime.dispose()
  }
}

/** Runs these migrations of a worker's folder, each whole or not at all. */
export async function runMigrations(
  database: D1Database,
  folder: string,
  names: string[],
): Promise<void> {
  const { unstable_splitSqlQuery } = await import('wrangler')
  await database.prepare(createMigrationsTable).run()
  for (const name of names) {
    const sql = readFileSync(join(root, folder, 'migrations', name), 'utf8')
    const statements = unstable_splitSqlQuery(sql).map((text) => database.prepare(text))
    const record = database.prepare('insert into d1_migrations (name) values (?)').bind(name)
    await database.batch([...statements, record])
  }
}

/** The migrations of a worker's folder, in their order. Its other file lists them. */
export function listMigrations(folder: string): string[] {
  const files = readdirSync(join(root, folder, 'migrations'))
  return files.filter((name) => name.endsWith('.sql')).sort()
}

/** wrangler's own table. */
export const createMigrationsTable = `create table if not exists d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`

/**
 * SQLite only marks the bytes of deleted rows as free, and D1 lets no worker do more. Call it while
 * no worker runs.
 */
export function removeDeletedRows(dataFolder: string): void {
  for (const folder of listWorkerFolders()) {
    const path = existsSync(join(root, folder, 'migrations'))
      ? localDatabasePath(dataFolder, folder)
      : ''
    if (!existsSync(path)) continue
    using database = new DatabaseSync(path)
    database.exec('pragma wal_checkpoint(truncate); vacuum')
  }
}

export function localDatabasePath(dataFolder: string, folder: string): string {
  return join(
    dataFolder,
    'v3/d1/miniflare-D1DatabaseObject',
    `${localObjectName('miniflare-D1DatabaseObject', databaseId(folder))}.sqlite`,
  )
}

function databaseId(folder: string): string {
  const [{ database_id }] = z.parse(WithDatabase, readConfiguration(folder)).d1_databases
  return database_id
}

/** A bucket of a local site. The paths are relative to its data folder. */
export interface LocalBucket {
  name: string
  /** Lists the objects. */
  database: string
  /** One file per object. */
  objects: string
}

export function listLocalBuckets(): LocalBucket[] {
  const buckets = listWorkerFolders().flatMap(
    (folder) => z.parse(WithBuckets, readConfiguration(folder)).r2_buckets,
  )
  return buckets.map(({ bucket_name: name }) => ({
    name,
    database: join(
      'v3/r2/miniflare-R2BucketObject',
      `${localObjectName('miniflare-R2BucketObject', name)}.sqlite`,
    ),
    objects: join('v3/r2', name, 'blobs'),
  }))
}

function readConfiguration(folder: string): unknown {
  return parse(readFileSync(join(root, folder, 'wrangler.jsonc'), 'utf8'))
}

function readAppliedMigrations(path: string): string[] {
  if (!existsSync(path)) return []
  using database = new DatabaseSync(path)
  const hasList = database.prepare("select 1 from sqlite_schema where name = 'd1_migrations'").get()
  const rows = hasList ? database.prepare('select name from d1_migrations').all() : []
  return rows.map(({ name }) => String(name))
}

/** miniflare keeps each local database and bucket in one Durable Object. */
export function localObjectName(namespace: string, name: string): string {
  const key = createHash('sha256').update(namespace).digest()
  const start = createHmac('sha256', key).update(name).digest().subarray(0, 16)
  const end = createHmac('sha256', key).update(start).digest().subarray(0, 16)
  return Buffer.concat([start, end]).toString('hex')
}
