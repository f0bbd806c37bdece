import * as z from 'zod/mini'
import { type AtelierSettings, type AtelierSettingsChange, Correction, mostCorrectionBytes } from './contract.ts'

interface SettingsRow {
  size_mm: number | null
  rendering: string | null
  fineness: number | null
  keeps_frame: number | null
  notes: string
  corrections: string
}

const columns = 'size_mm, rendering, fineness, keeps_frame, notes, corrections'
const columnOf = {
  sizeMm: 'size_mm',
  rendering: 'rendering',
  fineness: 'fineness',
  keepsFrame: 'keeps_frame',
  notes: 'notes',
  corrections: 'corrections',
} as const

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
  const changes = (['sizeMm', 'rendering', 'fineness', 'keepsFrame', 'notes', 'corrections'] as const).flatMap((field) => {
    const value = change[field]
    if (value === undefined) return []
    const stored = typeof value === 'boolean' ? Number(value) : Array.isArray(value) ? writeCorrections(value) : value
    return [{ assignment: `${columnOf[field]} = ?`, value: stored }]
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

function toSettings({ size_mm, keeps_frame, corrections, ...row }: SettingsRow): AtelierSettings {
  return { sizeMm: size_mm, ...row, keepsFrame: toBoolean(keeps_frame), corrections: readCorrections(corrections) }
}

/** Whether these corrections lie around a design, and are not longer than a design keeps. */
export function areKeepable(corrections: Correction[]): boolean {
  const isInside = (length: number) => length >= -200 && length <= 300
  const areInside = corrections.every(({ width, points }) => width >= 0 && width <= 100 && points.length >= 2 && points.every(isInside))
  return areInside && JSON.stringify(corrections).length <= mostCorrectionBytes
}

function writeCorrections(corrections: Correction[]): string {
  return corrections.length === 0 ? '' : JSON.stringify(corrections)
}

/** The corrections of a row. Those of a kind that this version does not know are left out. */
export function readCorrections(column: string): Correction[] {
  const stored: unknown[] = column === '' ? [] : JSON.parse(column)
  return stored.flatMap((each) => z.safeParse(Correction, each).data ?? [])
}

/** SQLite has numbers for true and false. */
export function toBoolean(value: number | null): boolean | null {
  return value === null ? null : value === 1
}
