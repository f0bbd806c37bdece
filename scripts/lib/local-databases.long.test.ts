import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { listWorkerFolders } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { beforeEach, expect, it } from 'vitest'
import {
  listMigrations,
  localDatabasePath,
  migrateDatabases,
  removeDeletedRows,
} from './local-databases.ts'
import { createFolder } from './testing/scratch-folder.ts'

const withDatabase = listWorkerFolders().filter((folder) =>
  existsSync(join(root, folder, 'migrations')),
)
let dataFolder: string
beforeEach(() => {
  dataFolder = createFolder()
})

it('migrates only what a database lacks, whatever an earlier start recorded', async () => {
  const said: string[] = []
  const say = (sentence: string) => said.push(sentence)
  await migrateDatabases(dataFolder, say)
  const migrated = readAllMigrations()
  await migrateDatabases(dataFolder, say)
  expect(said).toEqual(['Applying the database migrations ...'])
  expect(readAllMigrations()).toEqual(migrated)
  for (const folder of withDatabase) {
    expect(migrated[folder]?.map(({ name }) => name)).toEqual(listMigrations(folder))
  }

  rmSync(localDatabasePath(dataFolder, 'shell'))
  await migrateDatabases(dataFolder, say)
  expect(readAllMigrations()['workers/gallery']).toEqual(migrated['workers/gallery'])
  expect(readAllMigrations().shell?.map(({ name }) => name)).toEqual(listMigrations('shell'))
})

it('leaves nothing half of a migration that fails', async () => {
  await migrateDatabases(dataFolder, () => {})
  const last = listMigrations('shell').at(-1) ?? ''
  const path = localDatabasePath(dataFolder, 'shell')
  edit(path, `delete from d1_migrations where name = '${last}'`)
  const before = readSchema(path)
  await expect(migrateDatabases(dataFolder, () => {})).rejects.toThrow(
    /already exists|duplicate column/,
  )
  expect(readSchema(path)).toEqual(before)
  expect(readMigrations('shell').map(({ name }) => name)).not.toContain(last)
})

it('refuses data of another version in one sentence, and migrates nothing', async () => {
  recordMigrations('workers/gallery', ['0001_create_designs.sql', '0002_create_image_sweep.sql'])
  await expect(migrateDatabases(dataFolder, () => {})).rejects.toThrow(
    `The data in ${dataFolder} was made by another version of Encre: workers/gallery has no migration 0001_create_designs.sql. Delete the data of every local site: npm run reset`,
  )
  expect(existsSync(localDatabasePath(dataFolder, 'shell'))).toBe(false)
})

it('leaves no byte of deleted rows in a database', () => {
  recordMigrations('workers/account', ['ana@encre.test '.repeat(1000), 'staying'])
  const path = localDatabasePath(dataFolder, 'workers/account')
  const database = new DatabaseSync(path)
  database.exec("delete from d1_migrations where name like 'ana%'")
  database.close()
  expect(readFileSync(path, 'latin1')).toContain('ana@encre.test')
  removeDeletedRows(dataFolder)
  const bytes = readFileSync(path, 'latin1')
  expect([bytes.includes('ana@encre.test'), bytes.includes('staying')]).toEqual([false, true])
})

function recordMigrations(folder: string, names: string[]): void {
  const path = localDatabasePath(dataFolder, folder)
  mkdirSync(dirname(path), { recursive: true })
  edit(path, 'create table d1_migrations (name text)')
  for (const name of names) {
    edit(path, `insert into d1_migrations (name) values ('${name}')`)
  }
}

function edit(path: string, sql: string): void {
  using database = new DatabaseSync(path)
  database.exec(sql)
}

function readMigrations(folder: string): Record<string, unknown>[] {
  using database = new DatabaseSync(localDatabasePath(dataFolder, folder))
  return database.prepare('select * from d1_migrations order by id').all()
}

function readAllMigrations(): Record<string, Record<string, unknown>[]> {
  return Object.fromEntries(withDatabase.map((folder) => [folder, readMigrations(folder)]))
}

function readSchema(path: string): unknown {
  using database = new DatabaseSync(path)
  return database.prepare('select sql from sqlite_schema order by name').all()
}
