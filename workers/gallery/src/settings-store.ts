import type { AtelierSettings, AtelierSettingsChange } from './contract.ts'

interface SettingsRow {
  size_mm: number | null
  rendering: string | null
  fineness: number | null
  keeps_frame: number | null
  notes: string
}

const columns = 'size_mm, rendering, fineness, keeps_frame, notes'
const columnOf = { sizeMm: 'size_mm', rendering: 'rendering', fineness: 'fineness', keepsFrame: 'keeps_frame', notes: 'notes' } as const

/** Null if the member has no such design. */
export async function findSettings(db: D1Database, memberId: string, designId: string): Promise<AtelierSettings | null> {
  const row = await db
    .prepare(`select ${columns} from designs where id = ? and member_id = ? and deleted_at is null`)
    .bind(designId, memberId)
    .first<SettingsRow>()
  return row && toSettings(row)
}

/** Settings by design id, for the member's designs among these ids. */
export async function listSettings(db: D1Database, memberId: string, designIds: readonly string[]): Promise<Map<string, AtelierSettings>> {
  const { results } = await db
    .prepare(`select id, ${columns} from designs where member_id = ? and deleted_at is null and id in (select value from json_each(?))`)
    .bind(memberId, JSON.stringify(designIds))
    .all<SettingsRow & { id: string }>()
  return new Map(results.map(({ id, ...row }) => [id, toSettings(row)]))
}

/** Writes the given fields only, so that two devices do not overwrite each other's other fields. Null if the member has no such design. */
export async function updateSettings(
  db: D1Database,
  memberId: string,
  designId: string,
  change: AtelierSettingsChange,
): Promise<AtelierSettings | null> {
  const changes = (['sizeMm', 'rendering', 'fineness', 'keepsFrame', 'notes'] as const).flatMap((field) => {
    const value = change[field]
    return value === undefined ? [] : [{ assignment: `${columnOf[field]} = ?`, value: typeof value === 'boolean' ? Number(value) : value }]
  })
  if (changes.length === 0) return findSettings(db, memberId, designId)
  const row = await db
    .prepare(
      `update designs set ${changes.map(({ assignment }) => assignment).join(', ')} where id = ? and member_id = ? and deleted_at is null returning ${columns}`,
    )
    .bind(...changes.map(({ value }) => value), designId, memberId)
    .first<SettingsRow>()
  return row && toSettings(row)
}

function toSettings({ size_mm, rendering, fineness, keeps_frame, notes }: SettingsRow): AtelierSettings {
  return { sizeMm: size_mm, rendering, fineness, keepsFrame: toBoolean(keeps_frame), notes }
}

/** SQLite has numbers for true and false. */
export function toBoolean(value: number | null): boolean | null {
  return value === null ? null : value === 1
}
