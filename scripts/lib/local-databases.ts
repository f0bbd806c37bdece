import { createHash, createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { listWorkerFolders } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { experimental_readRawConfig } from 'wrangler'
import * as z from 'zod'
import { ExpectedError } from './expected-error.ts'
import { runWrangler } from './processes.ts'

const WorkerConfig = z.looseObject({ d1_databases: z.tuple([z.looseObject({ database_id: z.string() })]) })

/**
 * Applies the migrations that a local site's databases lack. Each database itself says which ones it has. Refuses data with a migration that
 * has no file: another version of the code made it.
 */
export async function migrateDatabases(dataFolder: string, say: (sentence: string) => void): Promise<void> {
  const withDatabase = listWorkerFolders().filter((folder) => existsSync(join(root, folder, 'migrations')))
  const databases = withDatabase.map((folder) => {
    const files = readdirSync(join(root, folder, 'migrations')).filter((name) => name.endsWith('.sql'))
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
  const behind = databases.filter(({ files, applied }) => files.some((name) => !applied.includes(name)))
  if (behind.length === 0) return
  say('Applying the database migrations ...')
  mkdirSync(dataFolder, { recursive: true })
  // In sequence: the local databases share one metadata file, and concurrent writers lock each other out.
  for (const { folder } of behind) {
    const config = join(folder, 'wrangler.jsonc')
    await runWrangler(['d1', 'migrations', 'apply', 'DB', '--local', '--config', config, '--persist-to', dataFolder])
  }
}

/**
 * Rewrites each local database, so that deleted rows leave its file. SQLite only marks their bytes as free, and D1 lets no worker do
 * more. Call it while no worker runs.
 */
export function removeDeletedRows(dataFolder: string): void {
  for (const folder of listWorkerFolders()) {
    const path = existsSync(join(root, folder, 'migrations')) ? localDatabasePath(dataFolder, folder) : ''
    if (!existsSync(path)) continue
    const database = new DatabaseSync(path)
    try {
      database.exec('pragma wal_checkpoint(truncate); vacuum')
    } finally {
      database.close()
    }
  }
}

/** The file of a worker's local database. It does not exist before the first migration. */
export function localDatabasePath(dataFolder: string, folder: string): string {
  const { rawConfig } = experimental_readRawConfig({ config: join(root, folder, 'wrangler.jsonc') })
  const [{ database_id }] = z.parse(WorkerConfig, rawConfig).d1_databases
  return join(dataFolder, 'v3/d1/miniflare-D1DatabaseObject', `${localObjectName('miniflare-D1DatabaseObject', database_id)}.sqlite`)
}

function readAppliedMigrations(path: string): string[] {
  if (!existsSync(path)) return []
  const database = new DatabaseSync(path)
  try {
    const hasList = database.prepare("select 1 from sqlite_schema where name = 'd1_migrations'").get()
    const rows = hasList ? database.prepare('select name from d1_migrations').all() : []
    return rows.map(({ name }) => String(name))
  } finally {
    database.close()
  }
}

/** The name of the file in which workerd stores the Durable Object `name`: miniflare keeps each local database and bucket in one. */
function localObjectName(namespace: string, name: string): string {
  const key = createHash('sha256').update(namespace).digest()
  const start = createHmac('sha256', key).update(name).digest().subarray(0, 16)
  const end = createHmac('sha256', key).update(start).digest().subarray(0, 16)
  return Buffer.concat([start, end]).toString('hex')
}
