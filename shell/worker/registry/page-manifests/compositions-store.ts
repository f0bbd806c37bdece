import { CompositionRecord } from '@encre/releases/registry'
import { isoDate } from '@encre/worker/moment'
import { findRow, jsonColumn, selectColumns } from '@encre/worker/rows'
import * as z from 'zod/mini'

export async function saveComposition(
  db: D1Database,
  composition: Omit<CompositionRecord, 'createdAt'>,
): Promise<void> {
  await db
    .prepare(
      `insert into compositions (id, body, created_at, live_until) values (?1, ?2, ?3, ?3)
       on conflict (id) do update set live_until = excluded.live_until`,
    )
    .bind(
      composition.id,
      JSON.stringify({ shell: composition.shell, remotes: composition.remotes }),
      isoDate(),
    )
    .run()
}

const Body = jsonColumn(z.pick(CompositionRecord, { shell: true, remotes: true }))
const CompositionRow = z.object({ body: Body, createdAt: z.string() })

export async function findComposition(
  db: D1Database,
  id: string,
): Promise<CompositionRecord | null> {
  const select = db.prepare(
    `select ${selectColumns(CompositionRow)} from compositions where id = ?`,
  )
  const row = await findRow(select.bind(id), CompositionRow)
  return row && { id, ...row.body, createdAt: row.createdAt }
}
