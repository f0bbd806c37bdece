/** Notes that an account was erased, or erased again. */
export async function noteErasure(db: D1Database, memberId: string): Promise<void> {
  await db
    .prepare('insert into erasures (user_id, erased_at) values (?, ?) on conflict (user_id) do update set erased_at = excluded.erased_at')
    .bind(memberId, Date.now())
    .run()
}

export async function listErasuresBefore(db: D1Database, date: Date, limit: number): Promise<string[]> {
  const { results } = await db
    .prepare('select user_id from erasures where erased_at < ? order by erased_at limit ?')
    .bind(date.getTime(), limit)
    .all<{ user_id: string }>()
  return results.map(({ user_id }) => user_id)
}

export async function forgetErasure(db: D1Database, memberId: string): Promise<void> {
  await db.prepare('delete from erasures where user_id = ?').bind(memberId).run()
}
