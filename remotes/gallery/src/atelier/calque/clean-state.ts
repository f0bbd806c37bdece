import { type CleanLines, mostMovedLines } from '@encre/gallery-worker/contract'
import { type LinePlace, lineClasses } from '@encre/stencil/line-classes'
import type { TracedLine } from '@encre/stencil/messages'
import type { Point } from '@encre/stencil/skin'
import type { Shift } from '../studio/workshop.ts'

/** A press on a line is as near to it. */
const reachMm = 3

/** The lines with the one at a place in its next class. Null where none is near. */
export function moveLine(
  cleanLines: CleanLines,
  lines: readonly TracedLine[],
  place: Point,
  toStrokes: Shift,
): { cleanLines: CleanLines; to: LinePlace } | null {
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
  const to = nextOf(line.kind)
  return { cleanLines: moveTo(cleanLines, [point], to, toStrokes), to }
}

/** What was left out comes back as the detail that it was. */
function nextOf(kind: LinePlace): LinePlace {
  if (kind === 'none') return 'detail'
  return lineClasses[(lineClasses.indexOf(kind) + 1) % lineClasses.length] ?? 'outer'
}

function moveTo(
  cleanLines: CleanLines,
  points: readonly Point[],
  to: LinePlace,
  { scale, x, y }: Shift,
): CleanLines {
  const round = (value: number) => Math.round(100 * value) / 100
  const moves = points.map((point) => ({
    x: round(scale * point.x + x),
    y: round(scale * point.y + y),
    to,
  }))
  const others = cleanLines.moved.filter(
    (each) => !moves.some(({ x, y }) => x === each.x && y === each.y),
  )
  return { ...cleanLines, moved: [...others, ...moves].slice(-mostMovedLines) }
}

/**
 * Leaves out the details that are marked, each of which a press brings back. What the member has
 * moved before stays: beyond `mostMovedLines` the last details stay too.
 */
export function leaveOut(
  cleanLines: CleanLines,
  lines: readonly TracedLine[],
  toStrokes: Shift,
): CleanLines {
  const crowded = lines.filter(({ isCrowded }) => isCrowded)
  const middles = crowded.flatMap(({ points }) => points.slice(points.length >> 1).slice(0, 1))
  const room = mostMovedLines - cleanLines.moved.length
  return moveTo(cleanLines, middles.slice(0, room), 'none', toStrokes)
}

/** With all that was left out. */
export function bringBack(cleanLines: CleanLines): CleanLines {
  return { ...cleanLines, moved: cleanLines.moved.filter(({ to }) => to !== 'none') }
}
