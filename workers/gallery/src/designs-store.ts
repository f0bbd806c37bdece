import type { NewDesign } from './contract.ts'
import type { Position } from './cursor.ts'

const columns = 'id, member_id, subject, prompt, style, size, size_detail, placement, placement_detail, colors, model, origin, created_at'

interface DesignRow {
  id: string
  member_id: string
  subject: string
  prompt: string
  style: string
  size: string
  size_detail: string | null
  placement: string
  placement_detail: string | null
  colors: string
  model: string
  origin: string
  created_at: string
}

/** Newest first, starting at `from`. Reads no more rows than it returns. */
export async function listDesigns(
  db: D1Database,
  memberId: string,
  { style, from, limit }: { style: string | null; from: Position | null; limit: number },
): Promise<NewDesign[]> {
  const conditions = ['member_id = ?', ...(style === null ? [] : ['style = ?']), ...(from === null ? [] : ['(created_at, id) <= (?, ?)'])]
  const values = [memberId, ...(style === null ? [] : [style]), ...(from === null ? [] : [from.createdAt, from.id]), limit]
  const { results } = await db
    .prepare(`select ${columns} from designs where ${conditions.join(' and ')} order by created_at desc, id desc limit ?`)
    .bind(...values)
    .all<DesignRow>()
  return results.map(toDesign)
}

export async function findDesign(db: D1Database, memberId: string, designId: string): Promise<NewDesign | null> {
  const row = await db.prepare(`select ${columns} from designs where id = ? and member_id = ?`).bind(designId, memberId).first<DesignRow>()
  return row && toDesign(row)
}

export async function countDesigns(db: D1Database, memberId: string): Promise<number> {
  return (await db.prepare('select count(*) as count from designs where member_id = ?').bind(memberId).first<number>('count')) ?? 0
}

/** Inserts a design once per id. False while the sweep deletes an old image of that id: try again later. */
export async function insertDesign(db: D1Database, design: NewDesign): Promise<boolean> {
  const [, removal] = await db.batch([
    db
      .prepare(
        `insert into designs (${columns}) select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13
         where not exists (select 1 from removals where design_id = ?1) on conflict (id) do nothing`,
      )
      .bind(
        design.id,
        design.userId,
        design.subject,
        design.prompt,
        design.style,
        design.size,
        design.sizeDetail,
        design.placement,
        design.placementDetail,
        JSON.stringify(design.colors),
        design.model,
        design.origin,
        new Date(design.createdAt).toISOString(),
      ),
    db.prepare('select 1 from removals where design_id = ?').bind(design.id),
  ])
  return removal?.results.length === 0
}

/** False if the member has no such design. */
export async function deleteDesign(db: D1Database, memberId: string, designId: string): Promise<boolean> {
  const { meta } = await db.prepare('delete from designs where id = ? and member_id = ?').bind(designId, memberId).run()
  return meta.changes > 0
}

export async function deleteDesigns(db: D1Database, memberId: string): Promise<void> {
  await db.prepare('delete from designs where member_id = ?').bind(memberId).run()
}

function toDesign(row: DesignRow): NewDesign {
  return {
    id: row.id,
    userId: row.member_id,
    subject: row.subject,
    prompt: row.prompt,
    style: row.style,
    size: row.size,
    sizeDetail: row.size_detail,
    placement: row.placement,
    placementDetail: row.placement_detail,
    colors: JSON.parse(row.colors),
    model: row.model,
    origin: row.origin,
    createdAt: row.created_at,
  }
}
