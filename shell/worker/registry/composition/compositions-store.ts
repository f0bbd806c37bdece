import type { CompositionRecord } from '@encre/protocol/registry'

export async function saveComposition(db: D1Database, composition: Omit<CompositionRecord, 'createdAt'>): Promise<void> {
  await db
    .prepare(
      `insert into compositions (id, body, created_at, live_until) values (?1, ?2, ?3, ?3)
       on conflict (id) do update set live_until = excluded.live_until`,
    )
    .bind(composition.id, JSON.stringify({ shell: composition.shell, remotes: composition.remotes }), new Date().toISOString())
    .run()
}

export async function findComposition(db: D1Database, id: string): Promise<unknown> {
  const row = await db
    .prepare('select body, created_at from compositions where id = ?')
    .bind(id)
    .first<{ body: string; created_at: string }>()
  return row && { id, ...JSON.parse(row.body), createdAt: row.created_at }
}
