import { readFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { listDeployedWorkers } from '../deploy/environments.ts'
import { loadDump } from '../lib/sql-dump.ts'
import { createOwnerKey } from '../storage/owner-key.ts'
import { reconcile } from './reconcile.ts'
import { restoreSqlOf } from './restore-site.ts'
import { migrationsOf } from './testing/fill-site.ts'

const member = 'auth0|erased-later'

/** Tables that name an erased member on purpose, so that old tokens create nothing. Their sweeps end them. */
const kept = ['account.erasures', 'generator.erased_owners', 'generator.owner_usage']

it.each(listDeployedWorkers())('no table of %s keeps a row of a member who was erased after the backup', (worker) => {
  const database = loadDump(':memory:', migrationsOf(worker))
  for (const table of listTables(database)) insertRow(database, table)
  const erasures = [{ ownerKey: createOwnerKey(member), erasedAt: '2026-11-21T10:00:00.000Z' }]
  const facts = { objects: new Map(), erasures, restoredAt: '2026-11-21T11:00:00.000Z' }
  reconcile(database, readFileSync(restoreSqlOf(worker), 'utf8'), facts)
  const left = listTables(database).filter((table) =>
    database
      .prepare(`select * from "${table}"`)
      .all()
      .some((row) => [member, createOwnerKey(member)].some((name) => JSON.stringify(row).includes(name))),
  )
  expect(left.map((table) => `${worker}.${table}`).filter((table) => !kept.includes(table))).toEqual([])
})

function listTables(database: DatabaseSync): string[] {
  return database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'")
    .all()
    .map(({ name }) => String(name))
}

/** One row that names the member in every column that may. */
function insertRow(database: DatabaseSync, table: string): void {
  const columns = database.prepare('select name, type from pragma_table_info(?)').all(table)
  const values = columns.map(({ name, type }) => {
    if (name === 'owner_key') return createOwnerKey(member)
    if (name === 'member_id' || (table === 'users' && name === 'id')) return member
    return String(type).toLowerCase() === 'text' ? 'x' : 1
  })
  database.exec('pragma ignore_check_constraints = on; pragma foreign_keys = off')
  database.prepare(`insert or ignore into "${table}" values (${columns.map(() => '?')})`).run(...values)
}
