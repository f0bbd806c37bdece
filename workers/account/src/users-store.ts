import { toPlainLine } from '@encre/protocol/plain-text'
import type { Bindings } from './bindings.ts'
import { nameLimit, type User } from './contract.ts'
import { fetchProfile, type Profile } from './tenant/call-tenant.ts'

const columns = 'id, email, name, created_at'

interface UserRow {
  id: string
  email: string
  name: string
  created_at: string
}

export async function findUser(db: D1Database, id: string): Promise<User | null> {
  const row = await db.prepare(`select ${columns} from users where id = ?`).bind(id).first<UserRow>()
  return row && toUser(row)
}

/** Creates the user's row once. Of two concurrent calls the first wins, and both return its row. */
async function createUser(db: D1Database, user: User): Promise<User> {
  const [, found] = await db.batch<UserRow>([
    db
      .prepare(`insert into users (${columns}) values (?, ?, ?, ?) on conflict (id) do nothing`)
      .bind(user.id, user.email, user.name, user.createdAt),
    db.prepare(`select ${columns} from users where id = ?`).bind(user.id),
  ])
  const row = found?.results[0]
  if (!row) throw new Error('the inserted user is missing')
  return toUser(row)
}

export async function renameUser(db: D1Database, id: string, name: string): Promise<void> {
  await db.prepare('update users set name = ? where id = ?').bind(name, id).run()
}

/** Deletes the user's row and password attempts. */
export async function deleteUser(db: D1Database, id: string): Promise<void> {
  await db.batch([
    db.prepare('delete from users where id = ?').bind(id),
    db.prepare('delete from password_attempts where member_id = ?').bind(id),
  ])
}

function toUser(row: UserRow): User {
  return { id: row.id, email: row.email, name: row.name, createdAt: row.created_at }
}

/** The member's document. The first call creates it from the tenant's profile. Null if the tenant refuses the token. */
export async function loadUser(env: Bindings, memberId: string, accessToken: string): Promise<User | null> {
  const known = await findUser(env.DB, memberId)
  if (known) return known
  const profile = await fetchProfile(env, accessToken)
  if (profile?.sub !== memberId) return null
  return createUser(env.DB, { id: memberId, email: profile.email, name: nameOf(profile), createdAt: new Date().toISOString() })
}

/** The tenant answers the email address when the member has no name. Uses the part before the @ instead. */
function nameOf({ name = '', email }: Profile): string {
  const given = toPlainLine(name)
  return (given !== '' && given !== email ? given : (email.split('@')[0] ?? email)).slice(0, nameLimit).toWellFormed()
}
