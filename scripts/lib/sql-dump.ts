import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Creates a SQLite database from the SQL of an export and returns it open. `path` may be `:memory:`. Throws if the SQL is not whole. */
export function loadDump(path: string, sql: string): DatabaseSync {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const database = new DatabaseSync(path)
  database.exec(`begin;\n${sql}\n;commit`)
  const { integrity_check } = database.prepare('pragma integrity_check(1)').get() ?? {}
  if (integrity_check !== 'ok') throw new Error(`the export is damaged: ${integrity_check}`)
  return database
}

/** The rows of each table, by name. */
export function countRows(database: DatabaseSync): Record<string, number> {
  const tables = database
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like '\\_cf\\_%' escape '\\' order by name",
    )
    .all()
  return Object.fromEntries(
    tables.map(({ name }) => [String(name), Number(database.prepare(`select count(*) as rows from "${name}"`).get()?.rows)]),
  )
}

/**
 * Writes a database as SQL, in the order of D1's own exports: tables with their rows, then indexes and triggers, so that no trigger counts
 * again. D1 finds the body of a trigger only if BEGIN is in upper case.
 */
export function writeDump(database: DatabaseSync): string {
  const schema = database
    .prepare(
      "select type, name, sql from sqlite_schema where sql is not null and name not like 'sqlite\\_%' escape '\\' and name not like '\\_cf\\_%' escape '\\'",
    )
    .all()
  const tables = schema.filter(({ type }) => type === 'table')
  const hasSequence = database.prepare("select 1 from sqlite_schema where name = 'sqlite_sequence'").get() !== undefined
  return [
    'PRAGMA defer_foreign_keys=TRUE;',
    ...tables.flatMap(({ name, sql }) => [`${sql};`, ...writeRows(database, String(name))]),
    ...(hasSequence ? ['DELETE FROM sqlite_sequence;', ...writeRows(database, 'sqlite_sequence')] : []),
    ...schema
      .filter(({ type }) => type !== 'table')
      .map(({ type, sql }) =>
        type === 'trigger'
          ? `${String(sql)
              .replace(/^begin$/m, 'BEGIN')
              .replace(/^end$/m, 'END')};`
          : `${sql};`,
      ),
    '',
  ].join('\n')
}

function writeRows(database: DatabaseSync, table: string): string[] {
  const columns = database.prepare('select name from pragma_table_info(?)').all(table)
  const names = columns.map(({ name }) => `"${name}"`)
  const values = names.map((name) => `quote(${name})`).join(" || ',' || ")
  const rows = database.prepare(`select ${values} as line from "${table}"`).all()
  return rows.map(({ line }) => `INSERT INTO "${table}" (${names}) VALUES(${line});`)
}
