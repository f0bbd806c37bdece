import { planCopies } from '@encre/stencil/copy-plan'
import type { LineArtOptions, Rendering } from '@encre/stencil/line-art'
import type { Task } from '@encre/stencil/messages'
import type { SizeMm } from '@encre/stencil/pixels'
import { resultOf, type TaskState } from '../studio/use-task.ts'
import { atelierMessages as text } from '../workbench/atelier-messages.ts'
import type { PrintChoices } from '../workbench/make-files.ts'

export interface CalqueState extends PrintChoices {
  /** Whether the edge of the shade is drawn on the screen. */
  hasShade: boolean
}

export const openedCalque: CalqueState = {
  paper: 'a4',
  isMirrored: false,
  colour: 'black',
  hasShade: false,
}

/** What is computed for the screen. The line art is not traced again for another paper. */
export function tasksOf({ paper, isMirrored, hasShade }: CalqueState, lineArt: LineArtOptions) {
  return {
    trace: { type: 'trace', ...lineArt },
    shade: hasShade ? { type: 'shade', ...lineArt } : null,
    sheets: paper === 'temporary' ? null : { type: 'count-sheets', paper, isMirrored, ...lineArt },
  } as const satisfies Record<string, Task | null>
}

/** What is said and allowed in the place of stencil sheets. */
export function temporaryOf({ paper }: CalqueState, size: SizeMm) {
  if (paper !== 'temporary') return null
  const copies = planCopies(size).length
  return {
    sheetLine: copies > 0 ? text.copies(copies) : text.tooLargeToWear,
    canPrint: copies > 0,
  }
}

/**
 * What the results show, and which files they allow. A count of sheets is shown, and printed, only
 * for the current settings.
 */
export function viewOf(rendering: Rendering, trace: TaskState, sheets: TaskState) {
  const traced = resultOf(trace, 'traced')
  const counted = sheets.isStale ? null : resultOf(sheets, 'sheets-counted')
  const tooMany = sheets.isStale ? null : resultOf(sheets, 'too-many-sheets')
  return {
    traced,
    isBusy: trace.isStale && trace.result !== null,
    emptyLine: resultOf(trace, 'no-lines') && (rendering === 'fills' ? text.noFills : text.noLines),
    hasFailed: resultOf(trace, 'failed') !== null,
    sheetLine: counted ? text.sheets(counted.count) : tooMany && text.tooManySheets(tooMany.count),
    canPrint: counted !== null,
    canExport: traced !== null,
  }
}
