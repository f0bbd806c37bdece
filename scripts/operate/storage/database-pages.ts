import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'
import { ExpectedError } from '../../lib/run-command.ts'

/** Runs one statement that reads, in a deployed D1 or in a SQLite file. */
export type Query = (sql: string, values?: string[]) => Promise<Record<string, unknown>[]>

const SchemaEntry = z.object({ type: z.string(), name: z.string(), sql: z.string() })
type SchemaEntry = z.infer<typeof SchemaEntry>
const Page = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  /** Each as SQL: `'auth0|ana',1,NULL`. */
  rows: z.array(z.string()),
})
type Page = z.infer<typeof Page>

/** Tables first: filled before there are triggers, they count nothing twice. */
async function readSchema(query: Query): Promise<SchemaEntry[]> {
  const rows = await query(
    `select type, name, sql from sqlite_schema
     where sql is not null and name not like 'sqlite\\_%' escape '\\' and name not like '\\_cf\\_%' escape '\\'
     order by type = 'table' desc, type, rowid`,
  )
  return z.array(SchemaEntry).parse(rows)
}

/** SQLite's own list of the numbers that were given last, so that none is given again. */
const sequences = 'sqlite_sequence'

/** The tables whose rows are copied: the sequences last, because each row that is added changes them. */
async function listFilled(query: Query, schema: SchemaEntry[]): Promise<SchemaEntry[]> {
  const [found] = await query(`select name from sqlite_schema where name = '${sequences}'`)
  const last = found ? [{ type: 'table', name: sequences, sql: '' }] : []
  return [...tablesOf(schema), ...last]
}

const tablesOf = (schema: SchemaEntry[]) => schema.filter(({ type }) => type === 'table')

/** An answer of D1 may have 50 MB and a statement 30 s; pages of this size take far less of both. */
const pageBytes = 1_000_000
const firstRows = 200
const mostRows = 10_000

/**
 * All rows, table by table, each in the order of its primary key: a page is one short statement,
 * which no request waits for. Rows that change meanwhile are in it or not; `restore.sql` makes them
 * agree.
 */
async function* readPages(query: Query, tables: SchemaEntry[]): AsyncIterable<Page> {
  for (const { name: table, sql } of tables) {
    const described = await query(`pragma table_info("${table}")`)
    const columns = described.map(({ name }) => `"${name}"`)
    const key = /without rowid[^)]*$/i.test(sql) ? primaryKey(described) : ['rowid']
    let after: string[] = []
    let limit = firstRows
    for (;;) {
      const rows = await query(pageStatement(table, columns, key, limit, after), after)
      if (rows.length > 0) yield { table, columns, rows: rows.map(({ line }) => String(line)) }
      if (rows.length < limit) break
      after = key.map((_, index) => String(rows.at(-1)?.[`key${index}`]))
      const bytes = rows.reduce((sum, { line }) => sum + String(line).length, 0)
      limit = Math.max(1, Math.min(mostRows, Math.floor((limit * pageBytes) / bytes)))
    }
  }
}

function primaryKey(columns: Record<string, unknown>[]): string[] {
  const key = columns.filter(({ pk }) => Number(pk) > 0)
  return key.sort((one, other) => Number(one.pk) - Number(other.pk)).map(({ name }) => `"${name}"`)
}

function pageStatement(
  table: string,
  columns: string[],
  key: string[],
  limit: number,
  after: string[],
): string {
  const line = columns.map((column) => `quote(${column})`).join(" || ',' || ")
  const keys = key.map((column, index) => `${column} as key${index}`)
  const place = after.length > 0 ? `where (${key}) > (${key.map(() => '?')})` : ''
  return `select ${keys}, ${line} as line from "${table}" ${place} order by ${key} limit ${limit}`
}

/**
 * A database as lines of JSON, the schema first and then a page a line. Counts the rows of each
 * table in `counts`. Throws if a migration changes the schema meanwhile.
 */
export async function* copyDatabase(
  query: Query,
  counts: Record<string, number> = {},
): AsyncIterable<Uint8Array> {
  const schema = await readSchema(query)
  yield encodeLine(schema)
  for await (const page of readPages(query, await listFilled(query, schema))) {
    countPage(counts, page)
    yield encodeLine(page)
  }
  if (JSON.stringify(await readSchema(query)) !== JSON.stringify(schema))
    throw new ExpectedError('The database was migrated while it was copied: run the backup again.')
}

function countPage(counts: Record<string, number>, { table, rows }: Page): void {
  if (table !== sequences) counts[table] = (counts[table] ?? 0) + rows.length
}

function encodeLine(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value)}\n`)
}

/** Creates a SQLite file from the lines of `copyDatabase`, and returns it open. */
export async function loadCopy(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
): Promise<DatabaseSync> {
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = off; pragma synchronous = off; begin')
  let schema: SchemaEntry[] | null = null
  for await (const line of readLines(bytes)) {
    if (schema) insertPage(database, Page.parse(JSON.parse(line)))
    else {
      schema = z.array(SchemaEntry).parse(JSON.parse(line))
      for (const { sql } of tablesOf(schema)) database.exec(sql)
    }
  }
  for (const { type, sql } of schema ?? []) {
    if (type !== 'table') database.exec(sql)
  }
  database.exec('commit')
  requireSound(database)
  return database
}

function requireSound(database: DatabaseSync): void {
  const { integrity_check } = database.prepare('pragma integrity_check(1)').get() ?? {}
  if (integrity_check !== 'ok') throw new Error(`the copy is damaged: ${integrity_check}`)
}

const rowsPerInsert = 200

function insertPage(database: DatabaseSync, { table, columns, rows }: Page): void {
  if (table === sequences) database.exec(`delete from ${sequences}`)
  for (let at = 0; at < rows.length; at += rowsPerInsert) {
    const values = rows.slice(at, at + rowsPerInsert).map((row) => `(${row})`)
    database.exec(`insert into "${table}" (${columns}) values ${values}`)
  }
}

async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder()
  let parts: string[] = []
  for await (const piece of bytes) {
    const [end = '', ...lines] = decoder.decode(piece, { stream: true }).split('\n')
    parts.push(end)
    for (const line of lines) {
      yield parts.join('')
      parts = [line]
    }
  }
  if (parts.join('') !== '') throw new Error('the copy of a database is cut')
}

/** The database as SQL for an import, a statement for each row. */
export async function* writeSql(query: Query): AsyncIterable<string> {
  const schema = await readSchema(query)
  const tables = tablesOf(schema)
  yield 'PRAGMA defer_foreign_keys=TRUE;\n'
  for (const { sql } of tables) yield `${sql};\n`
  for await (const { table, columns, rows } of readPages(query, await listFilled(query, schema))) {
    if (table === sequences) yield `DELETE FROM ${sequences};\n`
    for (const row of rows) yield `INSERT INTO "${table}" (${columns}) VALUES(${row});\n`
  }
  for (const { type, sql } of schema) {
    if (type === 'table') continue
    // D1 finds the body of a trigger only between words in upper case.
    const body = sql.replace(/^begin$/m, 'BEGIN').replace(/^end$/m, 'END')
    yield `${type === 'trigger' ? body : sql};\n`
  }
}

/** The rows of each table and one hash of them all: equal for databases with equal rows. */
export async function summarize(query: Query) {
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  const tables = await listFilled(query, await readSchema(query))
  const byName = tables.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  for await (const page of readPages(query, byName)) {
    const { table, columns, rows } = page
    countPage(counts, page)
    hash.update(`${table}\n${columns}\n${rows.join('\n')}\n`)
  }
  return { counts, hash: hash.digest('hex') }
}

/** Reads a SQLite file of this machine. */
export const queryOf =
  (database: DatabaseSync): Query =>
  async (sql, values = []) =>
    database.prepare(sql).all(...values)
