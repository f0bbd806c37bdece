/**
 * D1 ends a statement after 30 s and starts it again: a sweep changes this many rows at once. Twenty
 * times as many a minute are 333 a second.
 */
export const rowsPerStatement = 1000
const piecesPerSweep = 20

/**
 * Repeats a bounded piece of a sweep until it finds less than it may take. Resolves to what all
 * pieces took; the next sweep continues.
 */
export async function sweepInPieces(
  sweepPiece: (limit: number) => Promise<number>,
  limit = rowsPerStatement,
  mostPieces = piecesPerSweep,
): Promise<number> {
  let total = 0
  for (let piece = 0; piece < mostPieces; piece++) {
    const taken = await sweepPiece(limit)
    total += taken
    if (taken < limit) break
  }
  return total
}

/** Deletes the rows of a table that `condition` names, in bounded statements over its index. */
export function deleteInPieces(
  db: D1Database,
  { table, key, condition }: { table: string; key: string; condition: string },
  ...values: unknown[]
): Promise<number> {
  const statement = db.prepare(
    `delete from ${table} where (${key}) in (select ${key} from ${table} where ${condition} limit ?)`,
  )
  return sweepInPieces(async (limit) => (await statement.bind(...values, limit).run()).meta.changes)
}
