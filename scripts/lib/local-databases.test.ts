import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { listWorkerFolders } from '@encre/build/features'
import { root } from '@encre/build/workspace'
import { beforeEach, expect, it, vi } from 'vitest'
import { localDatabasePath, migrateDatabases, removeDeletedRows } from './local-databases.ts'
import { runWrangler } from './processes.ts'
import { createFolder } from './testing/scratch-folder.ts'

vi.mock('./processes.ts', () => ({ runWrangler: vi.fn() }))

let dataFolder: string
beforeEach(() => {
  dataFolder = createFolder()
  vi.mocked(runWrangler).mockClear()
})

const migrated = () =>
  vi.mocked(runWrangler).mock.calls.map(([words]) => words[words.indexOf('--config') + 1])

it('migrates only the databases that lack a migration, whatever an earlier start recorded', async () => {
  for (const folder of listWorkerFolders()) {
    recordMigrations(folder, listMigrations(folder))
  }
  await migrateDatabases(dataFolder, () => {})
  expect(migrated()).toEqual([])

  recordMigrations('workers/gallery', [])
  rmSync(localDatabasePath(dataFolder, 'shell'))
  await migrateDatabases(dataFolder, () => {})
  expect(migrated()).toEqual(['shell/wrangler.jsonc', 'workers/gallery/wrangler.jsonc'])
})

it('refuses data of another version in one sentence, and migrates nothing', async () => {
  recordMigrations('workers/gallery', ['0001_create_designs.sql', '0002_create_image_sweep.sql'])
  await expect(migrateDatabases(dataFolder, () => {})).rejects.toThrow(
    `The data in ${dataFolder} was made by another version of Encre: workers/gallery has no migration 0001_create_designs.sql. Delete the data of every local site: npm run reset`,
  )
  expect(migrated()).toEqual([])
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
  const database = new DatabaseSync(path)
  database.exec('create table if not exists d1_migrations (name text); delete from d1_migrations')
  for (const name of names) {
    database.prepare('insert into d1_migrations (name) values (?)').run(name)
  }
  database.close()
}

/** Without the list of frozen migrations. */
function listMigrations(folder: string): string[] {
  const files = readdirSync(join(root, folder, 'migrations'))
  return files.filter((name) => name.endsWith('.sql'))
}
