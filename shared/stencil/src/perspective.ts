import { clamp, type Pixels } from './pixels.ts'
import { apart, type Point } from './skin.ts'

/** The corners of a sheet on a photo: top left, top right, bottom right, bottom left. */
export type Quad = readonly [Point, Point, Point, Point]

/** A quad with each corner moved, in the same order. */
export const mapCorners = ([one, two, three, four]: Quad, to: (corner: Point) => Point): Quad => [
  to(one),
  to(two),
  to(three),
  to(four),
]

/**
 * (u, v) goes to ((ax u + bx v + x) / depth, (ay u + by v + y) / depth), where depth is g u + h v +
 * 1.
 */
export interface Projection {
  readonly ax: number
  readonly bx: number
  readonly x: number
  readonly ay: number
  readonly by: number
  readonly y: number
  readonly g: number
  readonly h: number
}

/** Maps the unit square to a quad as a camera does (Heckbert 1989). */
export function squareToQuad([p0, p1, p2, p3]: Quad): Projection {
  const dx1 = p1.x - p2.x
  const dx2 = p3.x - p2.x
  const sx = p0.x - p1.x + p2.x - p3.x
  const dy1 = p1.y - p2.y
  const dy2 = p3.y - p2.y
  const sy = p0.y - p1.y + p2.y - p3.y
  const determinant = dx1 * dy2 - dx2 * dy1
  const g = (sx * dy2 - dx2 * sy) / determinant
  const h = (dx1 * sy - sx * dy1) / determinant
  const ax = p1.x - p0.x + g * p1.x
  const bx = p3.x - p0.x + h * p3.x
  const ay = p1.y - p0.y + g * p1.y
  const by = p3.y - p0.y + h * p3.y
  return { ax, bx, x: p0.x, ay, by, y: p0.y, g, h }
}

export function project({ ax, bx, x, ay, by, y, g, h }: Projection, u: number, v: number): Point {
  const depth = g * u + h * v + 1
  return { x: (ax * u + bx * v + x) / depth, y: (ay * u + by * v + y) / depth }
}

/**
 * Whether the corners go round once, clockwise, and enclose an area: only then can the sheet be
 * straightened.
 */
export function isConvex(quad: Quad): boolean {
  return quad.every((corner, index) => {
    const next = quad[(index + 1) % 4] ?? corner
    const after = quad[(index + 2) % 4] ?? corner
    return (next.x - corner.x) * (after.y - next.y) - (next.y - corner.y) * (after.x - next.x) > 1
  })
}

const rowsPerStep = 64

/**
 * The sheet within the corners, seen from above, at this size or with sides as long as the quad's
 * longer ones. Calls `pause` every few milliseconds.
 */
export async function straighten(
  picture: Pixels,
  quad: Quad,
  pause: () => Promise<void>,
  size?: { readonly width: number; readonly height: number },
): Promise<Pixels> {
  const { width, height } = size ?? sizeOf(quad)
  const data = new Uint8ClampedArray(4 * width * height)
  const projection = squareToQuad(quad)
  for (let y = 0; y < height; y++) {
    if (y > 0 && y % rowsPerStep === 0) await pause()
    for (let x = 0; x < width; x++) {
      const { x: fromX, y: fromY } = project(projection, (x + 0.5) / width, (y + 0.5) / height)
      blend(picture, fromX - 0.5, fromY - 0.5, data, 4 * (y * width + x))
    }
  }
  return { width, height, data }
}

function sizeOf([topLeft, topRight, bottomRight, bottomLeft]: Quad): {
  width: number
  height: number
} {
  const longer = (from: Point, to: Point, otherFrom: Point, otherTo: Point) =>
    Math.max(2, Math.round(Math.max(apart(from, to), apart(otherFrom, otherTo))))
  return {
    width: longer(topLeft, topRight, bottomLeft, bottomRight),
    height: longer(topLeft, bottomLeft, topRight, bottomRight),
  }
}

/** Writes the colour at a point between four pixels. */
export function blend(
  { width, height, data }: Pixels,
  x: number,
  y: number,
  to: Uint8ClampedArray | Float32Array,
  at: number,
): void {
  const left = Math.min(width - 1, Math.max(0, Math.floor(x)))
  const top = Math.min(height - 1, Math.max(0, Math.floor(y)))
  const right = 4 * (Math.min(width - 1, left + 1) - left)
  const below = 4 * width * (Math.min(height - 1, top + 1) - top)
  const shareX = clamp(x - left)
  const shareY = clamp(y - top)
  const from = 4 * (top * width + left)
  for (let channel = from; channel < from + 4; channel++) {
    const upper = (data[channel] ?? 0) * (1 - shareX) + (data[channel + right] ?? 0) * shareX
    const lower =
      (data[channel + below] ?? 0) * (1 - shareX) + (data[channel + below + right] ?? 0) * shareX
    to[at + channel - from] = upper * (1 - shareY) + lower * shareY
  }
}
