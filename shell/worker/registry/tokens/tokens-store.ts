import { Token } from '@encre/releases/registry'
import { isoDate } from '@encre/worker/moment'
import { findRow, listRows, selectColumns } from '@encre/worker/rows'
import * as z from 'zod/mini'

/** The use of a token is recorded once in this many milliseconds. */
const precisionMs = 3_600_000

/** Short token id: the first 12 hex digits of its hash. */
export const tokenIdLength = 12
const id = `substr(hash, 1, ${tokenIdLength})`

export async function createToken(
  db: D1Database,
  hash: string,
  remote: string,
  author: string,
): Promise<void> {
  await db
    .prepare('insert into tokens (hash, remote, author, created_at) values (?, ?, ?, ?)')
    .bind(hash, remote, author, isoDate())
    .run()
}

const Holder = z.pick(Token, { remote: true, author: true })
type Holder = z.infer<typeof Holder>

export function findToken(db: D1Database, hash: string): Promise<Holder | null> {
  const select = db.prepare('select remote, author from tokens where hash = ?')
  return findRow(select.bind(hash), Holder)
}

export async function recordTokenUse(db: D1Database, hash: string): Promise<void> {
  await db
    .prepare(
      'update tokens set last_used_at = ? where hash = ? and (last_used_at is null or last_used_at < ?)',
    )
    .bind(isoDate(), hash, isoDate(-precisionMs))
    .run()
}

export function listTokens(db: D1Database): Promise<Token[]> {
  const select = db.prepare(
    `select ${selectColumns(Token, { id })} from tokens
     order by remote, created_at`,
  )
  return listRows(select, Token)
}

export async function deleteToken(db: D1Database, tokenId: string): Promise<boolean> {
  const { meta } = await db.prepare(`delete from tokens where ${id} = ?`).bind(tokenId).run()
  return meta.changes > 0
}
