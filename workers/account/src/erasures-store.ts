/** Records that an account was erased, or erased again. */
export async function recordErasure(db: D1Database, memberId: string): Promise<void> {
  await db
    .prepare(
      'insert into erasures (member_id, erased_at) values (?, ?) on conflict (member_id) do update set erased_at = excluded.erased_at',
    )
    .bind(memberId, new Date().toISOString())
    .run()
}

/** Whether the account is erased, its sign-in included. */
export async function hasErasure(db: D1Database, memberId: string): Promise<boolean> {
  return (await db.prepare('select 1 from erasures where member_id = ?').bind(memberId).first()) !== null
}

export async function listErasuresBefore(db: D1Database, date: Date, limit: number): Promise<string[]> {
  const { results } = await db
    .prepare('select member_id from erasures where erased_at < ? order by erased_at limit ?')
    .bind(date.toISOString(), limit)
    .all<{ member_id: string }>()
  return results.map(({ member_id }) => member_id)
}

export async function deleteErasure(db: D1Database, memberId: string): Promise<void> {
  await db.prepare('delete from erasures where member_id = ?').bind(memberId).run()
}
