import { type Box, clamp, type Field } from './pixels.ts'

/** A closed polyline: x, y, x, y ... The last point joins the first. */
export type Loop = Float32Array<ArrayBuffer>

/** A quarter of a dot at 203 dpi. */
const toleranceMm = 0.03

/**
 * The edges of line art as closed polylines in millimetres from the top left of `box`; outer edges
 * and holes turn in opposite directions, so both fill rules work. Marching squares at 0.5 place the
 * edge between pixels; points nearer than `tolerance` to the line through their neighbours are
 * left out.
 */
export function traceOutline(
  field: Field,
  box: Box,
  mmPerPixel: number,
  tolerance = toleranceMm,
): Loop[] {
  return traceLoops(field).flatMap((loop) => {
    const simple = simplify(loop, tolerance / mmPerPixel, true)
    if (simple.length < 6) return []
    for (let i = 0; i < simple.length; i += 2) {
      simple[i] = ((simple[i] ?? 0) - box.x) * mmPerPixel
      simple[i + 1] = ((simple[i + 1] ?? 0) - box.y) * mmPerPixel
    }
    return [simple]
  })
}

/** The `d` of an SVG path for loops in millimetres, to a hundredth of one. */
export function svgPath(loops: readonly Loop[]): string {
  return loops.map((loop) => `${linePath(loop)}z`).join('')
}

/**
 * The `d` along x, y, x, y ... Steps from point to point are shorter than places. Rounded places are
 * subtracted, so that errors do not add up.
 */
export function linePath(points: Float32Array): string {
  const hundredths = Int32Array.from(points, (value) => Math.round(100 * value))
  const steps = Array.from(hundredths, (value, i) => value - (hundredths[i - 2] ?? 0))
  return `M${joinNumbers(steps.slice(0, 2))}l${joinNumbers(steps.slice(2)) || '0 0'}`
}

/** Hundredths as a path has them: what cannot be read otherwise has no space before it. */
export function joinNumbers(hundredths: readonly number[]): string {
  let text = ''
  let hasPoint = false
  for (const each of hundredths) {
    const number = String(each / 100).replace(/^(-?)0\./, '$1.')
    const isApart = number.startsWith('-') || (hasPoint && number.startsWith('.'))
    text += isApart || text === '' ? number : ` ${number}`
    hasPoint = number.includes('.')
  }
  return text
}

/**
 * Numbers the grid's edges: twice the pixel's index for the one to the right, plus 1 for the one
 * below.
 */
function traceLoops(field: Field): Loop[] {
  const next = linkCells(field)
  const loops: Loop[] = []
  for (let start = 0; start < next.length; start++) {
    if ((next[start] ?? -1) >= 0) loops.push(followLoop(field, next, start))
  }
  return loops
}

/** The edge that follows each crossed edge, or -1. */
function linkCells({ width, height, data }: Field): Int32Array {
  const next = new Int32Array(2 * width * height).fill(-1)
  for (let y = 0; y + 1 < height; y++) {
    let corners = 0
    for (let index = y * width; index < (y + 1) * width; index++) {
      // The right corners of a cell are the left ones of the next.
      corners =
        ((corners << 1) & 8) |
        ((corners >> 1) & 1) |
        ((data[index] ?? 0) >= 0.5 ? 4 : 0) |
        ((data[index + width] ?? 0) >= 0.5 ? 2 : 0)
      if (index > y * width && corners !== 0 && corners !== 15)
        linkCell(data, next, index - 1, width, corners)
    }
  }
  return next
}

/** The points of the loop through an edge. Takes its edges out of `next`. */
function followLoop({ width, data }: Field, next: Int32Array, start: number): Loop {
  const points: number[] = []
  for (let edge = start; edge >= 0; ) {
    const index = edge >> 1
    const isBelow = (edge & 1) === 1
    const from = data[index] ?? 0
    const to = data[index + (isBelow ? width : 1)] ?? 0
    const share = clamp((0.5 - from) / (to - from))
    points.push(
      (index % width) + 0.5 + (isBelow ? 0 : share),
      Math.floor(index / width) + 0.5 + (isBelow ? share : 0),
    )
    const following = next[edge] ?? -1
    next[edge] = -1
    edge = following
  }
  return new Float32Array(points)
}

// For each set of inked corners, a line enters a cell through the side in `entries` and leaves it
// through the side in `exits`, with the ink on its right. The sides are top, right, bottom, left.
// Two opposite corners (5 and 10) make two lines.
const entries = [0, 3, 2, 3, 1, 0, 2, 3, 0, 0, 0, 0, 1, 1, 2, 0]
const exits = [0, 2, 1, 1, 0, 0, 0, 0, 3, 2, 0, 1, 3, 2, 3, 0]

/** Links the crossed edges of the cell between four pixels. */
function linkCell(
  data: Float32Array,
  next: Int32Array,
  index: number,
  width: number,
  corners: number,
): void {
  const top = 2 * index
  const right = 2 * (index + 1) + 1
  const bottom = 2 * (index + width)
  const left = 2 * index + 1
  if (corners === 5 || corners === 10) {
    // The middle says whether the two inked corners touch.
    const below = index + width
    const after = below + 1
    const isJoined =
      ((data[index] ?? 0) + (data[index + 1] ?? 0) + (data[after] ?? 0) + (data[below] ?? 0)) / 4 >=
      0.5
    if (corners === 5) {
      next[right] = isJoined ? bottom : top
      next[left] = isJoined ? top : bottom
    } else {
      next[top] = isJoined ? right : left
      next[bottom] = isJoined ? left : right
    }
    return
  }
  const sides = [top, right, bottom, left]
  const entry = sides[entries[corners] ?? 0] ?? top
  next[entry] = sides[exits[corners] ?? 0] ?? top
}

/** From the first one. */
function farthestPoint(loop: Loop): number {
  let farthest = 0
  let distance = -1
  for (let i = 1; i < loop.length / 2; i++) {
    const squared =
      ((loop[2 * i] ?? 0) - (loop[0] ?? 0)) ** 2 + ((loop[2 * i + 1] ?? 0) - (loop[1] ?? 0)) ** 2
    if (squared > distance) {
      distance = squared
      farthest = i
    }
  }
  return farthest
}

/** Ramer, Douglas and Peucker's simplification of a line of x, y, x, y ... */
export function simplify(loop: Loop, tolerance: number, isClosed: boolean): Loop {
  const count = loop.length / 2
  const isKept = new Uint8Array(count)
  const farthest = isClosed ? farthestPoint(loop) : count - 1
  isKept[0] = isKept[farthest] = 1
  const spans = isClosed ? [0, farthest, farthest, count] : [0, farthest]
  while (spans.length > 0) {
    const to = spans.pop() ?? 0
    const from = spans.pop() ?? 0
    const end = to % count
    const x = loop[2 * from] ?? 0
    const y = loop[2 * from + 1] ?? 0
    const dx = (loop[2 * end] ?? 0) - x
    const dy = (loop[2 * end + 1] ?? 0) - y
    const squared = dx * dx + dy * dy || 1e-9
    let worst = tolerance * tolerance
    let at = -1
    for (let i = from + 1; i < to; i++) {
      const px = (loop[2 * i] ?? 0) - x
      const py = (loop[2 * i + 1] ?? 0) - y
      const along = clamp((px * dx + py * dy) / squared)
      const off = (px - along * dx) ** 2 + (py - along * dy) ** 2
      if (off > worst) {
        worst = off
        at = i
      }
    }
    if (at < 0) continue
    isKept[at] = 1
    spans.push(from, at, at, to)
  }
  return loop.filter((_, i) => isKept[i >> 1] === 1)
}
