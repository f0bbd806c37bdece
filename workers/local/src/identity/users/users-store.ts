import { isoDate } from '@encre/worker/moment'
export interface User {
  id: string
  email: string
  /** 1 once the member has opened a link that was mailed to this address, else 0. */
  emailVerified: number
  name: string
  createdAt: string
  updatedAt: string
}

const columns =
  'id, email, email_verified as emailVerified, name, created_at as createdAt, updated_at as updatedAt'

/**
 * Null when the address already has an account, also for the slower of two simultaneous sign-ups.
 */
export async function createUser(
  db: D1Database,
  user: { email: string; name: string; passwordHash: string },
): Promise<User | null> {
  const id = `auth0|${crypto.getRandomValues(new Uint8Array(12)).toHex()}`
  const now = isoDate()
  return db
    .prepare(
      `insert into users (id, email, name, password_hash, created_at, updated_at) values (?, ?, ?, ?, ?, ?)
       on conflict do nothing returning ${columns}`,
    )
    .bind(id, user.email, user.name, user.passwordHash, now, now)
    .first<User>()
}

export async function findUser(db: D1Database, id: string): Promise<User | null> {
  return db.prepare(`select ${columns} from users where id = ?`).bind(id).first<User>()
}

export async function findAccount(
  db: D1Database,
  email: string,
): Promise<{ user: User; passwordHash: string } | null> {
  const row = await db
    .prepare(`select ${columns}, password_hash as passwordHash from users where email = ?`)
    .bind(email)
    .first<User & { passwordHash: string }>()
  if (!row) return null
  const { passwordHash, ...user } = row
  return { user, passwordHash }
}

export async function renameUser(db: D1Database, id: string, name: string): Promise<void> {
  await db
    .prepare('update users set name = ?, updated_at = ? where id = ?')
    .bind(name, isoDate(), id)
    .run()
}

/** Ends the member's sessions, pending sign-ins and blocks: only the new password continues. */
export async function replacePassword(
  db: D1Database,
  id: string,
  passwordHash: string,
): Promise<void> {
  await db.batch([
    db
      .prepare('update users set password_hash = ?, updated_at = ? where id = ?')
      .bind(passwordHash, isoDate(), id),
    db.prepare('delete from sessions where user_id = ?').bind(id),
    db.prepare('delete from refresh_tokens where user_id = ?').bind(id),
    db.prepare('delete from one_time_secrets where user_id = ?').bind(id),
    db
      .prepare('delete from sign_in_attempts where email = (select email from users where id = ?)')
      .bind(id),
  ])
}

/**
 * Also deletes the mails to the user, and sessions, refresh tokens and secrets, which cascade from
 * the user's row.
 */
export async function deleteUser(db: D1Database, id: string): Promise<void> {
  await db.batch([
    db
      .prepare('delete from mails where recipient = (select email from users where id = ?)')
      .bind(id),
    db
      .prepare('delete from sign_in_attempts where email = (select email from users where id = ?)')
      .bind(id),
    db.prepare('delete from users where id = ?').bind(id),
  ])
}

export async function verifyEmail(db: D1Database, id: string): Promise<void> {
  await db.prepare('update users set email_verified = 1 where id = ?').bind(id).run()
}

/** The claims of the granted scopes, for id tokens and `/userinfo`. */
export function profileOf(user: User, scope: string) {
  const scopes = scope.split(' ')
  return {
    ...(scopes.includes('profile') && {
      name: user.name,
      nickname: user.email.split('@')[0],
      updated_at: user.updatedAt,
    }),
    ...(scopes.includes('email') && {
      email: user.email,
      email_verified: user.emailVerified === 1,
    }),
  }
}
