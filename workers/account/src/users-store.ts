import type { User } from './contract.ts'

const columns = 'id, email, name, created_at'

interface UserRow {
  id: string
  email: string
  name: string
  created_at: number
}

export async function findUser(db: D1Database, id: string): Promise<User | null> {
  const row = await db.prepare(`select ${columns} from users where id = ?`).bind(id).first<UserRow>()
  return row && toUser(row)
}

/** Of two first calls at once the first wins, and both answer its row. */
export async function createUser(db: D1Database, user: User): Promise<User> {
  const [, found] = await db.batch<UserRow>([
    db
      .prepare(`insert into users (${columns}) values (?, ?, ?, ?) on conflict (id) do nothing`)
      .bind(user.id, user.email, user.name, Date.parse(user.createdAt)),
    db.prepare(`select ${columns} from users where id = ?`).bind(user.id),
  ])
  const row = found?.results[0]
  if (!row) throw new Error('the row that was just written is not there')
  return toUser(row)
}

export async function renameUser(db: D1Database, id: string, name: string): Promise<void> {
  await db.prepare('update users set name = ? where id = ?').bind(name, id).run()
}

/** With what was counted of them. */
export async function deleteUser(db: D1Database, id: string): Promise<void> {
  await db.batch([
    db.prepare('delete from users where id = ?').bind(id),
    db.prepare('delete from password_attempts where user_id = ?').bind(id),
  ])
}

function toUser(row: UserRow): User {
  return { id: row.id, email: row.email, name: row.name, createdAt: new Date(row.created_at).toISOString() }
}
