import * as z from 'zod/mini'
import { type AtelierSettings, type AtelierSettingsChange, Correction, mostCorrectionBytes } from './contract.ts'

export const settingsColumns = 'size_mm as sizeMm, rendering, fineness, keeps_frame as keepsFrame, notes, corrections'

export type SettingsRow = Omit<AtelierSettings, 'keepsFrame' | 'corrections'> & { keepsFrame: number | null; corrections: string }

export async function findSettings(db: D1Database, memberId: string, designId: string): Promise<AtelierSettings | null> {
  const row = await db
    .prepare(`select ${settingsColumns} from designs where id = ? and member_id = ? and deleted_at is null`)
    .bind(designId, memberId)
    .first<SettingsRow>()
  return row && toSettings(row)
}

export async function listSettings(db: D1Database, memberId: string, designIds: readonly string[]): Promise<Map<string, AtelierSettings>> {
  const { results } = await db
    .prepare(
      `select id, ${settingsColumns} from designs where member_id = ? and deleted_at is null and id in (select value from json_each(?))`,
    )
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
  const changes = Object.entries(change).map(([field, value]) => ({
    assignment: `${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} = ?`,
    value: typeof value === 'boolean' ? Number(value) : Array.isArray(value) ? writeCorrections(value) : value,
  }))
  if (changes.length === 0) return findSettings(db, memberId, designId)
  const row = await db
    .prepare(
      `update designs set ${changes.map(({ assignment }) => assignment).join(', ')} where id = ? and member_id = ? and deleted_at is null returning ${settingsColumns}`,
    )
    .bind(...changes.map(({ value }) => value), designId, memberId)
    .first<SettingsRow>()
  return row && toSettings(row)
}

/** A row's settings, with its other columns. SQLite has numbers for true and false. */
export function toSettings<Row extends SettingsRow>({ keepsFrame, corrections, ...row }: Row) {
  return { ...row, keepsFrame: keepsFrame === null ? null : keepsFrame === 1, corrections: readCorrections(corrections) }
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
function readCorrections(column: string): Correction[] {
  const stored: unknown[] = column === '' ? [] : JSON.parse(column)
  return stored.flatMap((each) => z.safeParse(Correction, each).data ?? [])
}
