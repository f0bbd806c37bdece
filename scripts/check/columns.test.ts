import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { root } from '@encre/build/workspace'
import { expect, it } from 'vitest'

/** A table that the version before needs, and the key of a table with one row. */
const exceptions = /^(feature_counters\.|image_sweep\.only$)/

const folders = globSync('{shell,workers/*}/migrations', { cwd: root }).sort()

/** The columns that no file and no trigger names together with their table. */
function listUnusedColumns(folder: string, newest = ''): string[] {
  const db = new DatabaseSync(':memory:')
  for (const path of globSync(join(root, folder, '*.sql')).sort()) {
    db.exec(readFileSync(path, 'utf8'))
  }
  db.exec(newest)
  const columns = db
    .prepare(
      `select tables.name as tableName, columns.name as columnName
       from sqlite_master as tables, pragma_table_info(tables.name) as columns
       where tables.type = 'table' and tables.name not like 'sqlite_%'`,
    )
    .all()
  const triggers = db.prepare("select sql from sqlite_master where type = 'trigger'").all()
  const sources = [`${dirname(folder)}/{src,worker}/**/*.ts`, 'shared/worker/src/*.ts']
    .flatMap((pattern) => globSync(join(root, pattern)))
    .filter((path) => !/\.test\.|^testing|\.d\.ts$/.test(basename(path)))
    .map((path) => readFileSync(path, 'utf8'))
  // The table of every worker with costs.
  sources.push(readFileSync(join(root, 'shared/worker/src/places.ts'), 'utf8'))
  const users = [...triggers.map(({ sql }) => `${sql}`), ...sources].map(
    (text) => new Set(text.match(/\w+/g)),
  )
  return columns
    .map(({ tableName, columnName }) => ({ table: `${tableName}`, column: `${columnName}` }))
    .filter(({ table, column }) => !users.some((words) => words.has(table) && words.has(column)))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !exceptions.test(name))
}

it.each(folders)('every column of %s is used', (folder) => {
  expect(listUnusedColumns(folder)).toEqual([])
})

it('a column that is only migrated is found', () => {
  const forgotten = 'alter table designs add column keeps_paper integer'
  expect(listUnusedColumns('workers/gallery/migrations', forgotten)).toEqual([
    'designs.keeps_paper',
  ])
})
