import { toPlainLine } from '@encre/protocol/plain-text'
import type { Bindings } from './bindings.ts'
import { nameLimit, type User } from './contract.ts'
import { fetchProfile, type Profile } from './tenant/call-tenant.ts'

const columns = 'id, email, name, created_at as createdAt'

export async function findUser(db: D1Database, id: string): Promise<User | null> {
  return db.prepare(`select ${columns} from users where id = ?`).bind(id).first<User>()
}

/** Creates the user's row once. Of two concurrent calls the first wins, and both return its row. */
async function createUser(db: D1Database, user: User): Promise<User> {
  const [, found] = await db.batch<User>([
    db
      .prepare('insert into users (id, email, name, created_at) values (?, ?, ?, ?) on conflict (id) do nothing')
      .bind(user.id, user.email, user.name, user.createdAt),
    db.prepare(`select ${columns} from users where id = ?`).bind(user.id),
  ])
  const created = found?.results[0]
  if (!created) throw new Error('the inserted user is missing')
  return created
}

export async function renameUser(db: D1Database, id: string, name: string): Promise<void> {
  await db.prepare('update users set name = ? where id = ?').bind(name, id).run()
}

export async function deleteUser(db: D1Database, id: string): Promise<void> {
  await db.batch([
    db.prepare('delete from users where id = ?').bind(id),
    db.prepare('delete from password_attempts where member_id = ?').bind(id),
  ])
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
