import { type CleanLines, mostMovedLines } from '@encre/gallery-worker/contract'
import { type LineClass, lineClasses } from '@encre/stencil/line-classes'
import type { TracedLine } from '@encre/stencil/messages'
import type { Point } from '@encre/stencil/skin'
import type { Shift } from '../studio/workshop.ts'

/** A press on a line is as near to it. */
const reachMm = 3

/** The lines with the one at a place in its next class. Null where none is near. */
export function moveLine(
  { widths, moved }: CleanLines,
  lines: readonly TracedLine[],
  place: Point,
  { scale, x, y }: Shift,
): { cleanLines: CleanLines; to: LineClass } | null {
  let shortest = reachMm
  let found: { line: TracedLine; point: Point } | null = null
  for (const line of lines) {
    for (const point of line.points) {
      const away = Math.hypot(point.x - place.x, point.y - place.y)
      if (away > shortest) continue
      shortest = away
      found = { line, point }
    }
  }
  if (!found) return null
  const { line, point } = found
  const to = lineClasses[(lineClasses.indexOf(line.kind) + 1) % lineClasses.length] ?? 'outer'
  const round = (value: number) => Math.round(100 * value) / 100
  const move = { x: round(scale * point.x + x), y: round(scale * point.y + y), to }
  const others = moved.filter((each) => each.x !== move.x || each.y !== move.y)
  return { cleanLines: { widths, moved: [...others, move].slice(-mostMovedLines) }, to }
}
