import type { Neighbours } from './contract.ts'

/** The designs before and after one in the gallery's order, in two reads of an index. Null if the member has no such design. */
export async function findNeighbours(db: D1Database, memberId: string, designId: string, style: string | null): Promise<Neighbours | null> {
  const own = await db
    .prepare('select created_at from designs where id = ? and member_id = ? and deleted_at is null')
    .bind(designId, memberId)
    .first<{ created_at: string }>()
  if (!own) return null
  const find = (comparison: '<' | '>', order: 'asc' | 'desc') =>
    db
      .prepare(
        `select id from designs where member_id = ? and deleted_at is null ${style === null ? '' : 'and style = ?'} and (created_at, id) ${comparison} (?, ?)
         order by created_at ${order}, id ${order} limit 1`,
      )
      .bind(memberId, ...(style === null ? [] : [style]), own.created_at, designId)
  const [previous, next] = await db.batch<{ id: string }>([find('>', 'asc'), find('<', 'desc')])
  return { previous: previous?.results[0]?.id ?? null, next: next?.results[0]?.id ?? null }
}
