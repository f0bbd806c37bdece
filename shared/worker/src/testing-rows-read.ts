/** Counts the rows that D1 reads. Give the returned `db` to the code under test; `rowsRead()` is the number so far. It has `all()` only. */
export function countRowsRead(db: D1Database) {
  let rows = 0
  const counting = {
    prepare: (sql: string) => ({
      bind: (...values: unknown[]) => ({
        all: async () => {
          const answer = await db
            .prepare(sql)
            .bind(...values)
            .all()
          rows += answer.meta.rows_read
          return answer
        },
      }),
    }),
  }
  return { db: counting as unknown as D1Database, rowsRead: () => rows }
}
