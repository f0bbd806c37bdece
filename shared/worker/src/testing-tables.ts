import type { ExportPage } from '@encre/protocol/member-data'
import { expect, it, vi } from 'vitest'
import type { Tables } from './tables.ts'
import { listTables } from './testing.ts'

/** A table with such a column has rows of members. */
const ownerColumns = ['member_id', 'owner_key', 'holder']

/** Defines the tests that compare a worker's record of its tables with its migrated database. */
export function testTables(db: D1Database, tables: Tables) {
  it('the record names every table, and every column of each', async () => {
    const stored = await Promise.all(
      (await listTables(db)).map(async (name) => [name, await listColumns(db, name)]),
    )
    const recorded = Object.entries(tables).map(([name, table]) => {
      const exported = table.owner && 'by' in table.exported ? table.exported.columns : []
      return [name, [...table.columns, ...exported].sort()]
    })
    expect(Object.fromEntries(recorded)).toEqual(Object.fromEntries(stored))
  })

  it.each(Object.entries(tables))('%s names the owner of its rows', async (name, { owner }) => {
    const columns = await listColumns(db, name)
    if (owner) expect(columns).toContain(owner.column)
    else expect(columns.filter((column) => ownerColumns.includes(column))).toEqual([])
  })
}

type ExportedOf<Table> = Table extends { exported: { columns: readonly (infer Column)[] } }
  ? Extract<Column, string>
  : never

interface ExportedRow<Column extends string> {
  /** Two values of each exported column. */
  values: Record<Column, [unknown, unknown]>
  /** What the row needs besides. The first value finds the row. */
  others: Record<string, unknown>
}

/** A row of each table that is exported. */
export type ExportedRows<Recorded extends Tables> = {
  [Name in keyof Recorded as ExportedOf<Recorded[Name]> extends never ? never : Name]: ExportedRow<
    ExportedOf<Recorded[Name]>
  >
}

/** Defines the test that a member's download changes with each column that the record says it has. */
export function testExports<Recorded extends Tables>(
  db: D1Database,
  rows: ExportedRows<Recorded>,
  exportAll: () => Promise<ExportPage>,
) {
  const tables = Object.entries<ExportedRow<string>>(rows)
  it('the download has each column that the record says it has', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const columns = tables.flatMap(([table, { values, others }]) =>
      Object.entries(values).map(([column, [first, second]]) => {
        const write = (value: unknown) => writeColumn(db, table, others, column, value)
        return { name: `${table}.${column}`, write, first, second }
      }),
    )
    for (const [table, { values, others }] of tables) {
      const first = Object.entries(values).map(([column, [value]]) => [column, value])
      await insertRow(db, table, { ...others, ...Object.fromEntries(first) })
    }
    // A trigger may have written another value.
    for (const { write, first } of columns) await write(first)
    const before = await exportAll()
    expect(await exportAll()).toEqual(before)
    const lost: string[] = []
    for (const { name, write, first, second } of columns) {
      await write(second)
      if (JSON.stringify(await exportAll()) === JSON.stringify(before)) lost.push(name)
      await write(first)
    }
    expect(lost).toEqual([])
  })
}

/** Writes into the row. Triggers may have changed the other values but the first. */
async function writeColumn(
  db: D1Database,
  table: string,
  others: Record<string, unknown>,
  column: string,
  value: unknown,
) {
  const [first] = Object.entries(others)
  if (!first) throw new Error(`${table}: no other value finds its row`)
  const [name, wanted] = first
  await db.prepare(`update ${table} set ${column} = ? where ${name} = ?`).bind(value, wanted).run()
}

async function insertRow(db: D1Database, table: string, row: Record<string, unknown>) {
  const columns = Object.keys(row)
  const places = columns.map(() => '?')
  await db
    // A trigger may have inserted the row.
    .prepare(`insert or replace into ${table} (${columns.join()}) values (${places.join()})`)
    .bind(...Object.values(row))
    .run()
}

async function listColumns(db: D1Database, table: string): Promise<string[]> {
  const { results } = await db
    .prepare('select name from pragma_table_info(?)')
    .bind(table)
    .all<{ name: string }>()
  return results.map(({ name }) => name).sort()
}
