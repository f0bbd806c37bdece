import type { HasInk } from './ink-map.ts'
import type { SizeMm } from './pixels.ts'

// How a stencil is cut into sheets of paper. `sheets.ts` draws them as PDF; `studio.ts` counts
// them for the page.

/** `roll`: thermal paper, 216 mm wide and as long as needed. Printers reach the middle 203 mm. */
export type Paper = 'a4' | 'letter' | 'roll'

/**
 * A piece of the design on one sheet, in millimetres of the design as it lies on the paper (turned,
 * mirrored).
 */
export interface Tile {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where the design lies on the sheets, and where to cut them. */
export interface SheetPlan {
  readonly page: SizeMm
  /** Where the design may be, on the page. Under it is the band with ruler and words. */
  readonly area: Tile
  /** Whether the design lies on its side (a quarter turn clockwise) to need fewer sheets. */
  readonly isTurned: boolean
  /** The size of the design as it lies. */
  readonly lying: SizeMm
  /**
   * The sheets to print, by rows. Tiles overlap by 10 mm; those without ink between their cut lines
   * are left out.
   */
  readonly tiles: readonly Tile[]
  /** Where to cut: in the middle of each overlap. */
  readonly cuts: { readonly x: readonly number[]; readonly y: readonly number[] }
}

/** A plan, or the number of sheets of a design that would need more than nine. */
export type SheetPlanResult =
  | { readonly kind: 'sheets'; readonly plan: SheetPlan }
  | { readonly kind: 'too-many'; readonly count: number }

const maximumSheets = 9
const overlapMm = 10
/** Height of the band with square, ruler and words. */
export const bandMm = 28

const papers: Record<Paper, { page: SizeMm; printable: number }> = {
  a4: { page: { width: 210, height: 297 }, printable: 200 },
  letter: { page: { width: 215.9, height: 279.4 }, printable: 205.9 },
  // The roll's 203 mm less the weight of the lines along its edges.
  roll: { page: { width: 216, height: Number.POSITIVE_INFINITY }, printable: 202.8 },
}
const marginMm = 5
const longestRollMm = 1200

/**
 * Lays a design of `size` out on sheets of a paper. Turns the design if that needs fewer sheets;
 * turning the page would turn ruler and words too. Shifts cuts to where sheets become empty.
 * `too-many` has the number of sheets that it would take.
 */
export function planSheets(options: {
  size: SizeMm
  paper: Paper
  isMirrored: boolean
  hasInk: HasInk
}): SheetPlanResult {
  const upright = planLying(options, false)
  const turned = planLying(options, true)
  const best = turned.tiles.length < upright.tiles.length ? turned : upright
  return best.tiles.length > maximumSheets
    ? { kind: 'too-many', count: best.tiles.length }
    : { kind: 'sheets', plan: best }
}

function planLying(
  options: { size: SizeMm; paper: Paper; isMirrored: boolean; hasInk: HasInk },
  isTurned: boolean,
): SheetPlan {
  const { page, printable } = papers[options.paper]
  const lying = isTurned ? { width: options.size.height, height: options.size.width } : options.size
  const longest = Math.min(page.height, longestRollMm) - 2 * marginMm - bandMm
  const area = { x: (page.width - printable) / 2, y: marginMm, width: printable, height: longest }
  const hasInk = hasInkLying(options, isTurned)
  const columns = listCuts(lying.width, area.width)
  const rows = listCuts(lying.height, area.height)
  let best: { tiles: Tile[]; column: number; row: number } | null = null
  for (const column of columns.starts) {
    for (const row of rows.starts) {
      const tiles = listTiles(
        lying,
        area,
        { column, columns: columns.count, row, rows: rows.count },
        hasInk,
      )
      if (!best || tiles.length < best.tiles.length) best = { tiles, column, row }
    }
  }
  const { tiles, column, row } = best ?? { tiles: [], column: 0, row: 0 }
  const used = Math.max(40, ...tiles.map((tile) => tile.height))
  const height =
    page.height === Number.POSITIVE_INFINITY ? used + 2 * marginMm + bandMm : page.height
  return {
    page: { width: page.width, height },
    area: { ...area, height: height - 2 * marginMm - bandMm },
    isTurned,
    lying,
    tiles,
    cuts: {
      x: cutsFrom(column, area.width, columns.count),
      y: cutsFrom(row, area.height, rows.count),
    },
  }
}

/** Asks `hasInk` for a rectangle of the design as it lies on the paper. */
function hasInkLying(
  { size, isMirrored, hasInk }: { size: SizeMm; isMirrored: boolean; hasInk: HasInk },
  isTurned: boolean,
): HasInk {
  return (x, y, width, height) => {
    const [left, top, wide, high] = isTurned
      ? [y, size.height - x - width, height, width]
      : [x, y, width, height]
    return hasInk(isMirrored ? size.width - left - wide : left, top, wide, high)
  }
}

/**
 * How many tiles a length takes, and where the first one may start. The first place centres the
 * tiles; the others shift them.
 */
function listCuts(length: number, room: number): { count: number; starts: number[] } {
  const count = Math.max(1, Math.ceil((length - overlapMm - 1e-6) / (room - overlapMm)))
  const left = count * room - (count - 1) * overlapMm - length
  return {
    count,
    starts:
      count === 1 ? [-left / 2] : [0.5, 0.375, 0.625, 0.25, 0.75].map((share) => -left * share),
  }
}

function cutsFrom(start: number, room: number, count: number): number[] {
  return Array.from(
    { length: count - 1 },
    (_, i) => start + (i + 1) * (room - overlapMm) + overlapMm / 2,
  )
}

function listTiles(
  lying: SizeMm,
  area: SizeMm,
  { column, columns, row, rows }: { column: number; columns: number; row: number; rows: number },
  hasInk: HasInk,
): Tile[] {
  const across = spans(column, area.width, columns, lying.width)
  const down = spans(row, area.height, rows, lying.height)
  return down.flatMap(({ from: y, to: bottom, coreFrom: coreY, coreTo: coreBottom }) =>
    across
      .filter(({ coreFrom, coreTo }) =>
        hasInk(coreFrom, coreY, coreTo - coreFrom, coreBottom - coreY),
      )
      .map(({ from: x, to: right }) => ({ x, y, width: right - x, height: bottom - y })),
  )
}

/** Each tile's part of a length, and its core between the cut lines. */
function spans(start: number, room: number, count: number, length: number) {
  return Array.from({ length: count }, (_, i) => {
    const from = Math.max(0, start + i * (room - overlapMm))
    const to = Math.min(length, start + i * (room - overlapMm) + room)
    return {
      from,
      to,
      coreFrom: i === 0 ? 0 : from + overlapMm / 2,
      coreTo: i === count - 1 ? length : to - overlapMm / 2,
    }
  })
}
