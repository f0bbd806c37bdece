export async function createToken(db: D1Database, hash: string, remote: string, author: string): Promise<void> {
  await db
    .prepare('insert into tokens (hash, remote, author, created_at) values (?, ?, ?, ?)')
    .bind(hash, remote, author, new Date().toISOString())
    .run()
}

export async function findToken(db: D1Database, hash: string): Promise<{ remote: string; author: string } | null> {
  return db.prepare('select remote, author from tokens where hash = ?').bind(hash).first<{ remote: string; author: string }>()
}
