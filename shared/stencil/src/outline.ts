import type { Box, Field } from './pixels.ts'

/** A closed polyline: x, y, x, y ... The last point joins the first. */
export type Loop = Float32Array<ArrayBuffer>

/** A quarter of a dot at 203 dpi. */
const toleranceMm = 0.03

/**
 * The edges of line art as closed polylines in millimetres from the top left of `box`; outer edges
 * and holes turn in opposite directions, so both fill rules work. Marching squares at 0.5 place the
 * edge between pixels; points nearer than `toleranceMm` to the line through their neighbours are
 * left out.
 */
export function traceOutline(field: Field, box: Box, mmPerPixel: number): Loop[] {
  return traceLoops(field).flatMap((loop) => {
    const simple = simplify(loop, toleranceMm / mmPerPixel)
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
  return loops.map(closedPath).join('')
}

// Steps from point to point are shorter than places. Rounded places are subtracted, so that errors
// do not add up.
function closedPath(loop: Loop): string {
  let [x, y] = [0, 0]
  let path = ''
  for (let i = 0; i < loop.length; i += 2) {
    const [nextX, nextY] = [Math.round((loop[i] ?? 0) * 100), Math.round((loop[i + 1] ?? 0) * 100)]
    path +=
      (i === 0 ? 'M' : i === 2 ? 'l' : separator(nextX - x)) +
      hundredths(nextX - x) +
      separator(nextY - y) +
      hundredths(nextY - y)
    ;[x, y] = [nextX, nextY]
  }
  return `${path}z`
}

function separator(value: number): string {
  return value < 0 ? '' : ' '
}

function hundredths(value: number): string {
  return String(value / 100).replace(/^(-?)0\./, '$1.')
}

/**
 * Numbers the grid's edges: twice the pixel's index for the one to the right, plus 1 for the one
 * below.
 */
function traceLoops({ width, height, data }: Field): Loop[] {
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
  const loops: Loop[] = []
  const points: number[] = []
  for (let start = 0; start < next.length; start++) {
    if ((next[start] ?? -1) < 0) continue
    points.length = 0
    for (let edge = start; edge >= 0; ) {
      const index = edge >> 1
      const other = index + (edge & 1 ? width : 1)
      const [from, to] = [data[index] ?? 0, data[other] ?? 0]
      const share = Math.min(1, Math.max(0, (0.5 - from) / (to - from)))
      points.push(
        (index % width) + 0.5 + (edge & 1 ? 0 : share),
        Math.floor(index / width) + 0.5 + (edge & 1 ? share : 0),
      )
      const following = next[edge] ?? -1
      next[edge] = -1
      edge = following
    }
    loops.push(new Float32Array(points))
  }
  return loops
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
  const [top, right, bottom, left] = [
    2 * index,
    2 * (index + 1) + 1,
    2 * (index + width),
    2 * index + 1,
  ]
  if (corners === 5 || corners === 10) {
    // The middle says whether the two inked corners touch.
    const [below, after] = [index + width, index + width + 1]
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
  const sideAt = (side: number | undefined) =>
    side === 0 ? top : side === 1 ? right : side === 2 ? bottom : left
  next[sideAt(entries[corners])] = sideAt(exits[corners])
}

/** Ramer, Douglas and Peucker's simplification of a closed line. */
function simplify(loop: Loop, tolerance: number): Loop {
  const count = loop.length / 2
  const isKept = new Uint8Array(count)
  let farthest = 0
  let distance = -1
  for (let i = 1; i < count; i++) {
    const squared =
      ((loop[2 * i] ?? 0) - (loop[0] ?? 0)) ** 2 + ((loop[2 * i + 1] ?? 0) - (loop[1] ?? 0)) ** 2
    if (squared > distance) [distance, farthest] = [squared, i]
  }
  isKept[0] = isKept[farthest] = 1
  const spans = [0, farthest, farthest, count]
  while (spans.length > 0) {
    const to = spans.pop() ?? 0
    const from = spans.pop() ?? 0
    const end = to % count
    const [x, y] = [loop[2 * from] ?? 0, loop[2 * from + 1] ?? 0]
    const [dx, dy] = [(loop[2 * end] ?? 0) - x, (loop[2 * end + 1] ?? 0) - y]
    const squared = dx * dx + dy * dy || 1e-9
    let [worst, at] = [tolerance * tolerance, -1]
    for (let i = from + 1; i < to; i++) {
      const [px, py] = [(loop[2 * i] ?? 0) - x, (loop[2 * i + 1] ?? 0) - y]
      const along = Math.min(1, Math.max(0, (px * dx + py * dy) / squared))
      const off = (px - along * dx) ** 2 + (py - along * dy) ** 2
      if (off > worst) [worst, at] = [off, i]
    }
    if (at < 0) continue
    isKept[at] = 1
    spans.push(from, at, at, to)
  }
  return loop.filter((_, i) => isKept[i >> 1] === 1)
}
