const attemptsPerHour = 10
const hour = 60 * 60 * 1000

/** Notes a try and answers true, or false when the member has used up this hour's. One statement, so that many at once count right. */
export async function startAttempt(db: D1Database, memberId: string): Promise<boolean> {
  const now = Date.now()
  const { meta } = await db
    .prepare(
      `insert into password_attempts (user_id, attempted_at) select ?1, ?2
       where (select count(*) from password_attempts where user_id = ?1 and attempted_at > ?3) < ?4`,
    )
    .bind(memberId, now, now - hour, attemptsPerHour)
    .run()
  return meta.changes > 0
}

/** Forgets what no longer counts; how many those were. */
export async function deleteOldAttempts(db: D1Database): Promise<number> {
  const { meta } = await db
    .prepare('delete from password_attempts where attempted_at <= ?')
    .bind(Date.now() - hour)
    .run()
  return meta.changes
}
