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

/** The only column of each row. Throws as `listRows` does. */
export async function listValues<Schema extends z.ZodMiniType>(
  statement: D1PreparedStatement,
  schema: Schema,
): Promise<z.infer<Schema>[]> {
  return (await statement.raw()).map(([value]) => z.parse(schema, value))
}

/** The only column of the first row, or null. Throws as `listRows` does. */
export async function findValue<Schema extends z.ZodMiniType>(
  statement: D1PreparedStatement,
  schema: Schema,
): Promise<z.infer<Schema> | null> {
  const [first = null] = await listValues(statement, schema)
  return first
}

export async function hasRow(statement: D1PreparedStatement): Promise<boolean> {
  return (await statement.first()) !== null
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

/** `memberId` is stored in `member_id`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * The columns of a `select`, each under the name of its field. `others` has the SQL of the fields
 * whose column has another name than `columnOf` says.
 */
export function selectColumns<Shape extends object>(
  { shape }: { shape: Shape },
  others: Partial<Record<keyof Shape, string>> = {},
): string {
  const columns = Object.entries({ ...shape, ...others }).map(([field, other]) => {
    const column = typeof other === 'string' ? other : columnOf(field)
    return field === column ? column : `${column} as ${field}`
  })
  return columns.join(', ')
}

/** A change of fields that have a column. One of another field is a type error. */
type ChangeOf<Shape, Change> = {
  [Field in keyof Change]: Field extends keyof Shape ? unknown : never
}

/** What follows `set` in an `update` that writes the fields of a change and no other. */
export function setColumns<Shape extends object, Change extends ChangeOf<Shape, Change>>(
  { shape }: { shape: Shape },
  change: Change,
): { sql: string; values: unknown[] } {
  const changed = Object.entries(change).filter(
    ([field, value]) => field in shape && value !== undefined,
  )
  return {
    sql: changed.map(([field]) => `${columnOf(field)} = ?`).join(', '),
    values: changed.map(([, value]) => value),
  }
}
