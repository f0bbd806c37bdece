import { CompositionRecord } from '@encre/releases/registry'
import { findRow } from '@encre/worker/rows'
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
      new Date().toISOString(),
    )
    .run()
}

const CompositionRow = z.object({ body: z.string(), created_at: z.string() })
const Body = z.pick(CompositionRecord, { shell: true, remotes: true })

export async function findComposition(
  db: D1Database,
  id: string,
): Promise<CompositionRecord | null> {
  const select = db.prepare('select body, created_at from compositions where id = ?')
  const row = await findRow(select.bind(id), CompositionRow)
  if (!row) return null
  return { id, ...z.parse(Body, JSON.parse(row.body)), createdAt: row.created_at }
}
