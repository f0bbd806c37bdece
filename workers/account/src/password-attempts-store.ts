import { attemptLifetimeMs } from './lifetimes.ts'

export const attemptsPerHour = 10

/** Records an attempt. False if the member has made ten within an hour. One statement, so that concurrent requests count correctly. */
export async function startAttempt(db: D1Database, memberId: string): Promise<boolean> {
  const now = new Date()
  const { meta } = await db
    .prepare(
      `insert into password_attempts (member_id, attempted_at) select ?1, ?2
       where (select count(*) from password_attempts where member_id = ?1 and attempted_at > ?3) < ?4`,
    )
    .bind(memberId, now.toISOString(), new Date(now.getTime() - attemptLifetimeMs).toISOString(), attemptsPerHour)
    .run()
  return meta.changes > 0
}

/** Deletes the attempts that no longer count. Returns their number. */
export async function deleteOldAttempts(db: D1Database): Promise<number> {
  const { meta } = await db
    .prepare('delete from password_attempts where attempted_at <= ?')
    .bind(new Date(Date.now() - attemptLifetimeMs).toISOString())
    .run()
  return meta.changes
}
