import { Flag, findRow, jsonColumn, listRows, selectColumns, setColumns } from '@encre/worker/rows'
import * as z from 'zod/mini'
import {
  type AtelierSettings,
  type AtelierSettingsChange,
  CleanLines,
  Correction,
  Crop,
  Lettering,
  mostCorrectionBytes,
  mostCropBytes,
} from './contract.ts'

/** The corrections of a row. Those of a kind that this version does not know are left out. */
const StoredCorrections = z.pipe(
  z.pipe(
    z.string(),
    z.transform((column) => column || '[]'),
  ),
  z.pipe(
    jsonColumn(z.array(z.unknown())),
    z.transform((stored) => stored.flatMap((each) => z.safeParse(Correction, each).data ?? [])),
  ),
)

/** An object of a row, or null when it cannot be read: the design's image is still whole. */
function storedObject<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.string(),
    z.transform((column): z.output<Schema> | null => {
      const stored = z.safeParse(jsonColumn(schema), column)
      return stored.success ? stored.data : null
    }),
  )
}

/** The settings in a row of `designs`. */
export const SettingsRow = z.object({
  sizeMm: z.nullable(z.number()),
  isStencilSize: z.nullable(Flag),
  rendering: z.nullable(z.string()),
  fineness: z.nullable(z.number()),
  keepsFrame: z.nullable(Flag),
  notes: z.string(),
  exactPlace: z.string(),
  corrections: StoredCorrections,
  crop: storedObject(Crop),
  cleanLines: storedObject(CleanLines),
  lettering: storedObject(Lettering),
  version: z.number(),
}) satisfies z.core.$ZodType<Required<AtelierSettings>>

export const settingsColumns = selectColumns(SettingsRow, { version: 'settings_version' })

const NamedSettingsRow = z.extend(SettingsRow, { id: z.string() })

export async function findSettings(
  db: D1Database,
  memberId: string,
  designId: string,
): Promise<AtelierSettings | null> {
  return findRow(
    db
      .prepare(
        `select ${settingsColumns} from designs where id = ? and member_id = ? and deleted_at is null`,
      )
      .bind(designId, memberId),
    SettingsRow,
  )
}

export async function listSettings(
  db: D1Database,
  memberId: string,
  designIds: readonly string[],
): Promise<Map<string, AtelierSettings>> {
  const rows = await listRows(
    db
      .prepare(
        `select id, ${settingsColumns} from designs where member_id = ? and deleted_at is null and id in (select value from json_each(?))`,
      )
      .bind(memberId, JSON.stringify(designIds)),
    NamedSettingsRow,
  )
  return new Map(rows.map(({ id, ...settings }) => [id, settings]))
}

/**
 * Writes the given fields only, so that two devices do not overwrite each other's other fields.
 * Null if the member has no such design. 'version-conflict' if the settings have changed since
 * `version`; a change that is there already, such as a repeated one, is none.
 */
export async function updateSettings(
  db: D1Database,
  memberId: string,
  designId: string,
  { version, ...change }: AtelierSettingsChange,
): Promise<AtelierSettings | 'version-conflict' | null> {
  const current = await findSettings(db, memberId, designId)
  if (!current || hasFields(current, change)) return current
  const { corrections, crop, cleanLines, lettering, ...fields } = change
  const { sql, values } = setColumns(SettingsRow, {
    ...fields,
    corrections: corrections && writeCorrections(corrections),
    crop: crop === null ? '' : crop && JSON.stringify(crop),
    cleanLines: cleanLines && JSON.stringify(cleanLines),
    lettering: lettering && JSON.stringify(lettering),
  })
  const updated = await findRow(
    db
      .prepare(
        `update designs set ${sql}, settings_version = settings_version + 1
         where id = ? and member_id = ? and deleted_at is null and settings_version = coalesce(?, settings_version)
         returning ${settingsColumns}`,
      )
      .bind(...values, designId, memberId, version ?? null),
    SettingsRow,
  )
  return updated ?? 'version-conflict'
}

function hasFields(current: AtelierSettings, change: AtelierSettingsChange): boolean {
  const changed = JSON.stringify({ ...current, ...change })
  return JSON.stringify(current) === changed
}

/** Whether a change has only places that lie in or around a design, and no more than it keeps. */
export function areKeepable({ corrections = [], crop = null }: AtelierSettingsChange): boolean {
  return areNearDesign(corrections) && (crop === null || isPartOfPicture(crop))
}

function areNearDesign(corrections: Correction[]): boolean {
  const isInside = (length: number) => length >= -200 && length <= 300
  const areInside = corrections.every(
    ({ width, points }) =>
      width >= 0 && width <= 100 && points.length >= 2 && points.every(isInside),
  )
  return areInside && JSON.stringify(corrections).length <= mostCorrectionBytes
}

function isPartOfPicture(crop: Crop): boolean {
  const isShare = (value: number) => value >= 0 && value <= 1
  const { corners, strokes } = crop
  const areInside = strokes.every(
    ({ width, points }) => isShare(width) && points.length >= 2 && points.every(isShare),
  )
  const hasCorners = corners.length === 8 && corners.every(isShare)
  return areInside && hasCorners && JSON.stringify(crop).length <= mostCropBytes
}

function writeCorrections(corrections: Correction[]): string {
  return corrections.length === 0 ? '' : JSON.stringify(corrections)
}
