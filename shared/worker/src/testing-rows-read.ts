/** A database for one test: `db` passes statements on, `rowsRead` answers how many rows D1 says that they read. */
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
