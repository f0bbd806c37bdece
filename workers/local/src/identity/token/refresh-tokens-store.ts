import { isoDate } from '@encre/worker/moment'
import { createToken } from '@encre/worker/secrets'
import { digest } from '../secrets.ts'

const lifetimeMs = 30 * 24 * 3_600_000

interface RefreshToken {
  userId: string
  sessionId: string
  audience: string | null
  scope: string
  family: string
}

interface NewRefreshToken extends Omit<RefreshToken, 'family'> {
  clientId: string
  family: string | null
}

export async function createRefreshToken(db: D1Database, token: NewRefreshToken): Promise<string> {
  const secret = createToken(32)
  await db.batch([
    db.prepare('delete from refresh_tokens where expires_at < ?').bind(isoDate()),
    db
      .prepare(
        `insert into refresh_tokens (hash, family, user_id, client_id, session_id, audience, scope, expires_at)
         values (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .bind(
        await digest(secret),
        token.family ?? crypto.randomUUID(),
        token.userId,
        token.clientId,
        token.sessionId,
        token.audience,
        token.scope,
        isoDate(lifetimeMs),
      ),
  ])
  return secret
}

/**
 * Each token works once. A second use means that one of the two users stole it, so the whole family
 * ends.
 */
export async function spendRefreshToken(
  db: D1Database,
  secret: string,
  clientId: string,
): Promise<RefreshToken | null> {
  const hash = await digest(secret)
  const now = isoDate()
  const row = await db
    .prepare(
      `update refresh_tokens set used_at = ? where hash = ? and client_id = ? and used_at is null and expires_at >= ?
       returning family, user_id as userId, session_id as sessionId, audience, scope`,
    )
    .bind(now, hash, clientId, now)
    .first<RefreshToken>()
  if (row) return row
  await db
    .prepare(
      'delete from refresh_tokens where family = (select family from refresh_tokens where hash = ?)',
    )
    .bind(hash)
    .run()
  return null
}

export async function deleteFamily(db: D1Database, family: string): Promise<void> {
  await db.prepare('delete from refresh_tokens where family = ?').bind(family).run()
}

export async function deleteRefreshTokens(db: D1Database, userId: string): Promise<void> {
  await db.prepare('delete from refresh_tokens where user_id = ?').bind(userId).run()
}
