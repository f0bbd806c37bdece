import { isoDate } from '../dates.ts'

/** Wrong passwords for one account from one address before a block. */
export const attemptLimit = 10
const windowSeconds = 15 * 60

/** Counts before the password is checked, so that simultaneous guesses all count. */
export async function countAttempt(db: D1Database, email: string, address: string): Promise<number> {
  const now = isoDate()
  const row = await db
    .prepare(
      `insert into sign_in_attempts (email, address, attempts, expires_at) values (?, ?, 1, ?)
       on conflict (email, address) do update set
         attempts = case when expires_at < ? then 1 else attempts + 1 end,
         expires_at = case when expires_at < ? then excluded.expires_at else expires_at end
       returning attempts`,
    )
    .bind(email, address, isoDate(windowSeconds), now, now)
    .first<{ attempts: number }>()
  return row?.attempts ?? attemptLimit + 1
}

export async function deleteAttempts(db: D1Database, email: string, address: string): Promise<void> {
  await db.prepare('delete from sign_in_attempts where email = ? and address = ?').bind(email, address).run()
}
