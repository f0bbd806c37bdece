import * as z from 'zod/mini'
import { createSecret, digest } from './secrets.ts'

/** What a ticket of `/co/authenticate`, a code of `/authorize` or a link in a mail stands for until it is spent. */
const kinds = {
  ticket: { seconds: 60, data: z.object({ clientId: z.string(), browser: z.string() }) },
  code: {
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
  },
  reset: { seconds: 3600, data: z.object({}) },
} as const

type Kind = keyof typeof kinds
type DataOf<K extends Kind> = z.infer<(typeof kinds)[K]['data']>

/** Keeps the secret's digest and answers the secret, which exists nowhere else. */
export async function issueOneTimeSecret<K extends Kind>(db: D1Database, kind: K, userId: string, data: DataOf<K>): Promise<string> {
  const secret = createSecret()
  const now = Date.now()
  await db.batch([
    db.prepare('delete from one_time_secrets where expires_at < ?').bind(now),
    db
      .prepare('insert into one_time_secrets (hash, kind, user_id, data, expires_at) values (?, ?, ?, ?, ?)')
      .bind(await digest(secret), kind, userId, JSON.stringify(data), now + kinds[kind].seconds * 1000),
  ])
  return secret
}

/** Deleting is the check: of two who come with the same secret at once, one finds nothing. */
export async function spendOneTimeSecret<K extends Kind>(
  db: D1Database,
  kind: K,
  secret: string,
): Promise<{ userId: string; data: DataOf<K> } | null> {
  const row = await db
    .prepare('delete from one_time_secrets where hash = ? and kind = ? returning user_id, data, expires_at')
    .bind(await digest(secret), kind)
    .first<{ user_id: string; data: string; expires_at: number }>()
  if (!row || row.expires_at < Date.now()) return null
  return { userId: row.user_id, data: z.parse(kinds[kind].data, JSON.parse(row.data)) as DataOf<K> }
}

/** Looks without spending: a form that is shown, or sent with a password too weak, may come again. */
export async function isOneTimeSecretValid(db: D1Database, kind: Kind, secret: string): Promise<boolean> {
  const row = await db
    .prepare('select 1 from one_time_secrets where hash = ? and kind = ? and expires_at >= ?')
    .bind(await digest(secret), kind, Date.now())
    .first()
  return row !== null
}
