import { isoDate } from '@encre/worker/moment'
import { findValue } from '@encre/worker/rows'
import * as z from 'zod/mini'

export async function createSession(
  db: D1Database,
  session: { hash: string; tokenHash: string; expiresAt: string },
): Promise<void> {
  await db
    .prepare('insert into operator_sessions (hash, token_hash, expires_at) values (?, ?, ?)')
    .bind(session.hash, session.tokenHash, session.expiresAt)
    .run()
}

/** The hash of the token that started a session. Null once it has ended. */
export async function findSessionToken(db: D1Database, hash: string): Promise<string | null> {
  const select = db.prepare(
    'select token_hash from operator_sessions where hash = ? and expires_at > ?',
  )
  return findValue(select.bind(hash, isoDate()), z.string())
}

export async function deleteSession(db: D1Database, hash: string): Promise<void> {
  await db.prepare('delete from operator_sessions where hash = ?').bind(hash).run()
}
