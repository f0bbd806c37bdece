import { hash } from 'node:crypto'
import type { D1Database } from '@cloudflare/workers-types'

type Row = Record<string, unknown>

interface Table {
  name: string
  columns: string[]
  key: string[]
}

/** Tables without members' rows. A table that is neither here nor has a `member_id` stops the move. */
const siteTables = new Set(['d1_migrations', 'removals', 'image_sweep'])
const pageSize = 500

/**
 * Moves a member's rows from one gallery database to another that has the same migrations, and returns the number of rows per table.
 * While it runs, a trigger refuses every write of the member's rows in the source; the generator offers a design again until it is saved.
 * `onMoved` directs the member to the target; it runs when all rows are equal, and before the source is emptied. An interrupted move can be
 * repeated: until `onMoved` has run, the source has every row.
 */
export async function moveMember(
  source: D1Database,
  target: D1Database,
  memberId: string,
  onMoved: () => Promise<void>,
): Promise<Record<string, number>> {
  const tables = await listMemberTables(source)
  await freeze(source, tables, memberId)
  const counts: Record<string, number> = {}
  // The triggers of a later table change rows of an earlier one, such as the counter of designs, so a second pass makes every row equal.
  for (const pass of ['insert', 'overwrite'] as const) {
    for (const table of tables) {
      const statement = target.prepare(writeStatement(table, pass))
      for await (const rows of readPages(source, table, memberId)) await statement.bind(JSON.stringify(rows)).run()
    }
  }
  for (const table of tables) counts[table.name] = await requireEqual(source, target, table, memberId)
  await onMoved()
  await source.batch([
    ...listTriggers(tables, memberId).map(({ name }) => source.prepare(`drop trigger ${name}`)),
    ...tables.map(({ name }) => source.prepare(`delete from ${name} where member_id = ?`).bind(memberId)),
  ])
  return counts
}

async function listMemberTables(database: D1Database): Promise<Table[]> {
  const { results } = await database.prepare("select name from sqlite_schema where type = 'table' order by name").all<{ name: string }>()
  const names = results.map(({ name }) => name).filter((name) => !/^(sqlite_|_cf_)/.test(name) && !siteTables.has(name))
  return Promise.all(names.map((name) => describeTable(database, name)))
}

async function describeTable(database: D1Database, name: string): Promise<Table> {
  const { results } = await database.prepare(`pragma table_info(${name})`).all<{ name: string; pk: number }>()
  const columns = results.map((column) => column.name)
  if (!columns.includes('member_id')) {
    throw new Error(`${name} has no member_id: add it to siteTables if it has no rows of members, or move its rows by another key`)
  }
  return { name, columns, key: results.filter(({ pk }) => pk > 0).map((column) => column.name) }
}

async function freeze(source: D1Database, tables: Table[], memberId: string): Promise<void> {
  const member = `'${memberId.replaceAll("'", "''")}'`
  const statements = listTriggers(tables, memberId).map(
    ({ name, table, event }) =>
      `create trigger if not exists ${name} before ${event} on ${table} when ${event === 'insert' ? 'new' : 'old'}.member_id = ${member}
       BEGIN select raise(abort, 'this member is being moved: try again later'); END`,
  )
  await source.batch(statements.map((statement) => source.prepare(statement)))
}

function listTriggers(tables: Table[], memberId: string): { name: string; table: string; event: string }[] {
  const events = ['insert', 'update', 'delete']
  const member = hash('sha256', memberId).slice(0, 16)
  return tables.flatMap(({ name: table }) => events.map((event) => ({ name: `moving_${member}_${table}_${event}`, table, event })))
}

/** Takes the rows as one JSON text. */
function writeStatement({ name, columns, key }: Table, pass: 'insert' | 'overwrite'): string {
  const values = columns.map((column) => `value ->> '${column}'`)
  const onConflict = pass === 'insert' ? 'nothing' : `update set ${columns.map((column) => `${column} = excluded.${column}`)}`
  // `where true`, because SQLite would read `on conflict` as the condition of a join.
  return `insert into ${name} (${columns}) select ${values} from json_each(?) where true on conflict (${key}) do ${onConflict}`
}

async function* readPages(database: D1Database, { name, columns, key }: Table, memberId: string): AsyncGenerator<Row[]> {
  for (let offset = 0; ; offset += pageSize) {
    const { results } = await database
      .prepare(`select ${columns} from ${name} where member_id = ? order by ${key} limit ${pageSize} offset ${offset}`)
      .bind(memberId)
      .all<Row>()
    if (results.length > 0) yield results
    if (results.length < pageSize) return
  }
}

/** Compares every row and returns their number. Throws at the first difference, while the source still has everything. */
async function requireEqual(source: D1Database, target: D1Database, table: Table, memberId: string): Promise<number> {
  const copies = readPages(target, table, memberId)
  let count = 0
  for await (const rows of readPages(source, table, memberId)) {
    const copy = (await copies.next()).value
    if (JSON.stringify(rows) !== JSON.stringify(copy))
      throw new Error(`${table.name}: the copy differs in the rows ${count} to ${count + rows.length}`)
    count += rows.length
  }
  if (!(await copies.next()).done) throw new Error(`${table.name}: the target has more rows than the source`)
  return count
}
