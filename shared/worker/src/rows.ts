import * as z from 'zod/mini'

/**
 * The rows of a statement of D1. Throws for a row that `schema` does not describe: a column of the
 * database has another name or type than the code expects.
 */
export async function listRows<Schema extends z.ZodMiniType>(
  statement: D1PreparedStatement,
  schema: Schema,
): Promise<z.infer<Schema>[]> {
  return parseRows(await statement.all(), schema)
}

/** The first row of a statement, or null. Throws as `listRows` does. */
export async function findRow<Schema extends z.ZodMiniType>(
  statement: D1PreparedStatement,
  schema: Schema,
): Promise<z.infer<Schema> | null> {
  const row = await statement.first()
  return row === null ? null : z.parse(schema, row)
}

/** The rows of one statement of a batch. Throws as `listRows` does. */
export function parseRows<Schema extends z.ZodMiniType>(
  result: D1Result | undefined,
  schema: Schema,
): z.infer<Schema>[] {
  return (result?.results ?? []).map((row) => z.parse(schema, row))
}

/** A column with 0 or 1. */
export const Flag = z.pipe(
  z.literal([0, 1]),
  z.transform((value) => value === 1),
)

/** A column with JSON of this form. */
export function jsonColumn<Schema extends z.ZodMiniType>(schema: Schema) {
  const parsed = z.transform((text: string, context: z.core.ParsePayload) => {
    try {
      return JSON.parse(text)
    } catch {
      context.issues.push({ code: 'custom', input: text })
      return z.NEVER
    }
  })
  return z.pipe(z.pipe(z.string(), parsed), schema)
}

/** The column of every field. A field that is added has none until it stands here. */
export type Columns<Row> = Readonly<Record<keyof Row, string>>

/** The columns of a `select`, each under the name of its field. */
export function selectColumns(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([field, column]) => (field === column ? column : `${column} as ${field}`))
    .join(', ')
}

/** What follows `set` in an `update` that writes the fields of a change and no other. */
export function setColumns(
  columns: Readonly<Record<string, string>>,
  change: Readonly<Record<string, unknown>>,
): { sql: string; values: unknown[] } {
  const changed = Object.entries(columns).filter(([field]) => change[field] !== undefined)
  return {
    sql: changed.map(([, column]) => `${column} = ?`).join(', '),
    values: changed.map(([field]) => change[field]),
  }
}
