import { isoDate } from '../dates.ts'
import { createSecret, digest } from '../secrets.ts'
import { findUser, type User } from '../users/users-store.ts'

export const sessionSeconds = 7 * 24 * 3600

/** `id` is the `sid` of id tokens. The cookie holds a separate secret. */
export interface Session {
  id: string
  user: User
  startedAt: Date
}

export async function createSession(db: D1Database, user: User): Promise<{ secret: string; session: Session }> {
  const secret = createSecret()
  const id = crypto.randomUUID()
  await db.batch([
    db.prepare('delete from sessions where expires_at < ?').bind(isoDate()),
    db
      .prepare('insert into sessions (hash, id, user_id, expires_at) values (?, ?, ?, ?)')
      .bind(await digest(secret), id, user.id, isoDate(sessionSeconds)),
  ])
  return { secret, session: { id, user, startedAt: new Date() } }
}

export async function findSession(db: D1Database, secret: string): Promise<Session | null> {
  const row = await db
    .prepare('select id, user_id, expires_at from sessions where hash = ? and expires_at >= ?')
    .bind(await digest(secret), isoDate())
    .first<{ id: string; user_id: string; expires_at: string }>()
  const user = row && (await findUser(db, row.user_id))
  return row && user && { id: row.id, user, startedAt: new Date(Date.parse(row.expires_at) - sessionSeconds * 1000) }
}

export async function deleteSession(db: D1Database, secret: string): Promise<void> {
  await db
    .prepare('delete from sessions where hash = ?')
    .bind(await digest(secret))
    .run()
}
