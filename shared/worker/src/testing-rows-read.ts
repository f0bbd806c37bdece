/**
 * Counts the rows that D1 reads. Give the returned `db` to the code under test; `rowsRead()` is the
 * number so far. It only reads.
 */
export function countRowsRead(db: D1Database) {
  let rows = 0
  const counting = {
    prepare: (sql: string) => ({
      bind: (...values: unknown[]) => {
        const all = async () => {
          const answer = await db
            .prepare(sql)
            .bind(...values)
            .all()
          rows += answer.meta.rows_read
          return answer
        }
        return { all, first: async () => (await all()).results[0] ?? null }
      },
    }),
  }
  return { db: counting as unknown as D1Database, rowsRead: () => rows }
}
