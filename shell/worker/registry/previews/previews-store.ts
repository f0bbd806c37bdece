import { Preview } from '@encre/releases/registry'
import { isoDate } from '@encre/worker/moment'
import { hasRow, listRows, selectColumns } from '@encre/worker/rows'
import { tokenIdLength } from '../tokens/tokens-store.ts'

type NewRow = Preview & { remote: string }

/** One row for each remote: its team lists the preview and can end it. */
export async function createPreviews(
  db: D1Database,
  rows: NewRow[],
  tokenId: string | null,
): Promise<void> {
  const insert = db.prepare(
    'insert into previews (id, remote, shown, token_id, author, created_at, expires_at) values (?, ?, ?, ?, ?, ?, ?)',
  )
  await db.batch(
    rows.map(({ id, remote, shown, author, createdAt, expiresAt }) =>
      insert.bind(id, remote, shown, tokenId, author, createdAt, expiresAt),
    ),
  )
}

const isOpen = `expires_at > ? and (token_id is null or exists (select 1 from tokens where substr(hash, 1, ${tokenIdLength}) = token_id))`

export async function isPreviewOpen(db: D1Database, remote: string, id: string): Promise<boolean> {
  return hasRow(
    db
      .prepare(`select 1 from previews where remote = ? and id = ? and ${isOpen}`)
      .bind(remote, id, isoDate()),
  )
}

export function listPreviews(db: D1Database, remote: string): Promise<Preview[]> {
  const select = db.prepare(
    `select ${selectColumns(Preview)} from previews
     where remote = ? and ${isOpen} order by created_at desc`,
  )
  return listRows(select.bind(remote, isoDate()), Preview)
}

export async function deletePreview(db: D1Database, remote: string, id: string): Promise<boolean> {
  const { meta } = await db
    .prepare('delete from previews where remote = ? and id = ?')
    .bind(remote, id)
    .run()
  return meta.changes > 0
}
