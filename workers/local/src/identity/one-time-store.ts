import * as z from 'zod/mini'
import { createSecret, digest } from './secrets.ts'

/** The data behind a one-time secret. */
interface Kind<Schema extends z.ZodMiniType> {
  name: string
  seconds: number
  data: Schema
}

/** Answered by `/co/authenticate`. */
export const ticketKind = { name: 'ticket', seconds: 60, data: z.object({ clientId: z.string(), browser: z.string() }) }

/** Answered by `/authorize`. */
export const codeKind = {
  name: 'code',
  seconds: 60,
  data: z.object({
    clientId: z.string(),
    redirectUri: z.string(),
    challenge: z.string(),
    sessionId: z.string(),
    scope: z.string(),
    audience: z.nullable(z.string()),
    nonce: z.nullable(z.string()),
  }),
}

/** In the link of a mail. */
export const resetKind = { name: 'reset', seconds: 3600, data: z.object({}) }

/** Stores the secret's digest and returns the secret, which is stored nowhere. */
export async function issueOneTimeSecret<Schema extends z.ZodMiniType>(
  db: D1Database,
  kind: Kind<Schema>,
  userId: string,
  data: z.infer<Schema>,
): Promise<string> {
  const secret = createSecret()
  const now = Date.now()
  await db.batch([
    db.prepare('delete from one_time_secrets where expires_at < ?').bind(now),
    db
      .prepare('insert into one_time_secrets (hash, kind, user_id, data, expires_at) values (?, ?, ?, ?, ?)')
      .bind(await digest(secret), kind.name, userId, JSON.stringify(data), now + kind.seconds * 1000),
  ])
  return secret
}

/** Deletes and reads in one statement, so that only one of two simultaneous requests gets the data. */
export async function spendOneTimeSecret<Schema extends z.ZodMiniType>(
  db: D1Database,
  kind: Kind<Schema>,
  secret: string,
): Promise<{ userId: string; data: z.infer<Schema> } | null> {
  const row = await db
    .prepare('delete from one_time_secrets where hash = ? and kind = ? returning user_id, data, expires_at')
    .bind(await digest(secret), kind.name)
    .first<{ user_id: string; data: string; expires_at: number }>()
  if (!row || row.expires_at < Date.now()) return null
  return { userId: row.user_id, data: z.parse(kind.data, JSON.parse(row.data)) }
}

/** Reads without spending: a form may be shown again, for example after a weak password. */
export async function isOneTimeSecretValid(db: D1Database, kind: { name: string }, secret: string): Promise<boolean> {
  const row = await db
    .prepare('select 1 from one_time_secrets where hash = ? and kind = ? and expires_at >= ?')
    .bind(await digest(secret), kind.name, Date.now())
    .first()
  return row !== null
}
