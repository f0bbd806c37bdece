import { isoDate } from '@encre/worker/moment'
import { findRow, findValue, jsonColumn } from '@encre/worker/rows'
import { createToken } from '@encre/worker/secrets'
import * as z from 'zod/mini'
import { digest } from './secrets.ts'

interface Kind<Schema extends z.ZodMiniType> {
  name: string
  seconds: number
  rememberedSeconds: number
  data: Schema
}

export const ticketKind = {
  name: 'ticket',
  seconds: 60,
  rememberedSeconds: 0,
  data: z.object({ clientId: z.string(), browser: z.string() }),
}

/** The answer of `/authorize`. Remembered as long as the refresh tokens that it opened may live. */
export const codeKind = {
  name: 'code',
  seconds: 60,
  rememberedSeconds: 30 * 24 * 3600,
  data: z.object({
    clientId: z.string(),
    redirectUri: z.string(),
    challenge: z.string(),
    sessionId: z.string(),
    scope: z.string(),
    audience: z.nullable(z.string()),
    nonce: z.nullable(z.string()),
    /** In seconds since 1970. Absent unless the request had `max_age`. */
    authTime: z.optional(z.number()),
    family: z.string(),
  }),
}

export const resetKind = { name: 'reset', seconds: 3600, rememberedSeconds: 0, data: z.object({}) }

/** Stores the secret's digest and returns the secret, which is stored nowhere. */
export async function issueOneTimeSecret<Schema extends z.ZodMiniType>(
  db: D1Database,
  kind: Kind<Schema>,
  userId: string,
  data: z.infer<Schema>,
): Promise<string> {
  const secret = createToken(32)
  await db.batch([
    db.prepare('delete from one_time_secrets where expires_at < ?').bind(isoDate()),
    db
      .prepare(
        'insert into one_time_secrets (hash, kind, user_id, data, expires_at) values (?, ?, ?, ?, ?)',
      )
      .bind(
        await digest(secret),
        kind.name,
        userId,
        JSON.stringify(data),
        isoDate(kind.seconds * 1000),
      ),
  ])
  return secret
}

/**
 * Marks and reads in one statement, so that only one of two simultaneous requests gets the data.
 */
export async function spendOneTimeSecret<Schema extends z.ZodMiniType>(
  db: D1Database,
  kind: Kind<Schema>,
  secret: string,
): Promise<{ userId: string; data: z.infer<Schema> } | null> {
  const now = isoDate()
  const used = db
    .prepare(
      `update one_time_secrets set used_at = ?, expires_at = ? where hash = ? and kind = ? and used_at is null and expires_at >= ?
       returning user_id as userId, data`,
    )
    .bind(now, isoDate(kind.rememberedSeconds * 1000), await digest(secret), kind.name, now)
  const row = await findRow(used, z.object({ userId: z.string(), data: z.string() }))
  return row && { userId: row.userId, data: z.parse(jsonColumn(kind.data), row.data) }
}

/**
 * Whose secret it is, or null. Reads without spending: a form may be shown again, for example after a
 * weak password.
 */
export async function findSecretOwner(
  db: D1Database,
  kind: { name: string },
  secret: string,
): Promise<string | null> {
  const select = db
    .prepare(
      'select user_id from one_time_secrets where hash = ? and kind = ? and used_at is null and expires_at >= ?',
    )
    .bind(await digest(secret), kind.name, isoDate())
  return findValue(select, z.string())
}

/**
 * Takes a used secret that comes a second time out of the store, and returns its data; null for any
 * other.
 */
export async function takeReplayedSecret<Schema extends z.ZodMiniType>(
  db: D1Database,
  kind: Kind<Schema>,
  secret: string,
): Promise<z.infer<Schema> | null> {
  const taken = db
    .prepare(
      'delete from one_time_secrets where hash = ? and kind = ? and used_at is not null returning data',
    )
    .bind(await digest(secret), kind.name)
  return findValue(taken, jsonColumn(kind.data))
}
