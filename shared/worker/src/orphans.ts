import { hourMs } from './moment.ts'

/** What a sweep knows before it deletes objects without a row. */
export interface OrphanSurvey {
  /** When the newest row was created. Null when the table is empty. */
  newestRow: Date | null
  /**
   * When each object without a row was uploaded. Objects of rows that were deleted on purpose are
   * none.
   */
  orphans: Date[]
  /** All objects, with and without a row. */
  objects: number
}

/** `table-empty`, `table-old` and `many-orphans` are the three parts of the rule. */
export type SweepStop = 'table-empty' | 'table-old' | 'many-orphans'

/** No sweep deletes more orphans than these, whatever the number of objects. */
export const mostOrphans = 1000

/**
 * The rule of everything that deletes objects because no row names them. A table that was lost, or
 * restored from an old copy, makes orphans of what members still have. So nothing is deleted, until
 * somebody has looked (docs/runbooks.md), when
 *
 * - the table is empty,
 * - or more than ten orphans are over an hour newer than its newest row,
 * - or the orphans found within an hour are more than 1 % of the objects. A hundred are always
 *   allowed, more than a thousand never.
 *
 * Null if they may be deleted.
 */
export function findSweepStop({ newestRow, orphans, objects }: OrphanSurvey): SweepStop | null {
  if (orphans.length === 0) return null
  if (newestRow === null) return 'table-empty'
  const newer = orphans.filter((uploaded) => uploaded.getTime() > newestRow.getTime() + hourMs)
  if (newer.length > 10) return 'table-old'
  const most = Math.min(mostOrphans, Math.max(100, objects / 100))
  return orphans.length > most ? 'many-orphans' : null
}
