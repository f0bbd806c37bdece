import { expect, it } from 'vitest'
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

async function listColumns(db: D1Database, table: string): Promise<string[]> {
  const { results } = await db
    .prepare('select name from pragma_table_info(?)')
    .bind(table)
    .all<{ name: string }>()
  return results.map(({ name }) => name).sort()
}
