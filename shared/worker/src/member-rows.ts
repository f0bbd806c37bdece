import type { ExportedFile } from '@encre/protocol/member-data'
import { isoDate } from './moment.ts'
import { type OwnedTable, type Tables, whereOwned } from './tables.ts'

interface Member {
  memberId: string
  ownerKey: string
}

/** `delete from designs` or `select subject from designs`, of one member. */
function ofMember(
  db: D1Database,
  tables: Tables,
  table: OwnedTable,
  start: string,
  member: Member,
): D1PreparedStatement {
  const values: string[] = []
  const where = whereOwned(tables, table, (column, holds) => {
    values.push(holds === 'member' ? member.memberId : member.ownerKey)
    return `${column} = ?`
  })
  return db.prepare(`${start} where ${where}`).bind(...values)
}

/** The statements that delete a member's rows. Tables come in the order of the record. */
export function eraseRows(db: D1Database, tables: Tables, member: Member): D1PreparedStatement[] {
  return Object.entries(tables).flatMap(([name, table]) => {
    if (!table.owner || table.erased !== 'with the account') return []
    return [ofMember(db, tables, table, `delete from ${name}`, member)]
  })
}

/** A file of each table that no other function exports: its rows with the columns of the record. */
export async function exportRows(
  db: D1Database,
  tables: Tables,
  member: Member,
  folder: string,
): Promise<ExportedFile[]> {
  const files = Object.entries(tables).map(async ([name, table]) => {
    if (!table.owner || !('by' in table.exported) || table.exported.by !== 'exportRows') return []
    const start = `select ${table.exported.columns.join(', ')} from ${name}`
    const { results } = await ofMember(db, tables, table, start, member).all()
    const text = JSON.stringify(results, null, 2)
    const date = isoDate()
    return results.length > 0 ? [{ path: `${folder}/${name}.json`, date, content: { text } }] : []
  })
  return (await Promise.all(files)).flat()
}
