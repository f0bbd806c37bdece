import type { Tokens } from '@encre/protocol/registry'

type Token = Tokens['tokens'][number]

/** The use of a token is recorded once in this many milliseconds. */
const precisionMs = 3_600_000

/** Short token id: the first 12 hex digits of its hash. */
export const tokenIdLength = 12
const id = `substr(hash, 1, ${tokenIdLength})`

export async function createToken(db: D1Database, hash: string, remote: string, author: string): Promise<void> {
  await db
    .prepare('insert into tokens (hash, remote, author, created_at) values (?, ?, ?, ?)')
    .bind(hash, remote, author, new Date().toISOString())
    .run()
}

export async function findToken(db: D1Database, hash: string): Promise<{ remote: string; author: string } | null> {
  return db.prepare('select remote, author from tokens where hash = ?').bind(hash).first<{ remote: string; author: string }>()
}

export async function findTokenById(db: D1Database, tokenId: string): Promise<{ remote: string; author: string } | null> {
  return db.prepare(`select remote, author from tokens where ${id} = ?`).bind(tokenId).first<{ remote: string; author: string }>()
}

export async function recordTokenUse(db: D1Database, hash: string): Promise<void> {
  const now = Date.now()
  await db
    .prepare('update tokens set last_used_at = ? where hash = ? and (last_used_at is null or last_used_at < ?)')
    .bind(new Date(now).toISOString(), hash, new Date(now - precisionMs).toISOString())
    .run()
}

export async function listTokens(db: D1Database): Promise<Token[]> {
  const { results } = await db
    .prepare(
      `select ${id} as id, remote, author, created_at as createdAt, last_used_at as lastUsedAt from tokens
       order by remote, created_at`,
    )
    .all<Token>()
  return results
}

export async function deleteToken(db: D1Database, tokenId: string): Promise<boolean> {
  const { meta } = await db.prepare(`delete from tokens where ${id} = ?`).bind(tokenId).run()
  return meta.changes > 0
}
