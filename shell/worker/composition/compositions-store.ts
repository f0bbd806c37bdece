import type { CompositionRecord } from '@encre/protocol/registry'

export async function keepComposition(db: D1Database, composition: Omit<CompositionRecord, 'createdAt'>): Promise<void> {
  await db
    .prepare('insert into compositions (id, body, created_at) values (?, ?, ?) on conflict (id) do nothing')
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

export async function deleteCompositionsBefore(db: D1Database, date: Date): Promise<number> {
  const { meta } = await db.prepare('delete from compositions where created_at < ?').bind(date.toISOString()).run()
  return meta.changes
}
