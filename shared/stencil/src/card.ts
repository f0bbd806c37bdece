import type { Pixels } from './pixels.ts'
import type { Point } from './skin.ts'

/** Four corners, one after the other around. */
export type Corners = readonly [Point, Point, Point, Point]

/** Maps points of one plane to another: x and y are multiplied by the first two columns, the third is added, and the last row divides. */
export type Perspective = readonly [number, number, number, number, number, number, number, number, number]

/** ISO 7810's card, in millimetres. */
export const cardMm = { width: 85.6, height: 53.98 } as const

/** More of a tilt hides too much of the skin to correct. */
const mostTilt = 40
/** Corners set by hand are this uncertain, in degrees of tilt. */
const tiltTolerance = 2.5
/** How far the proportions may be from a card's: to be used, and to be verified. */
const [mostMisfit, verifiedMisfit] = [0.15, 0.06]
/** The focal lengths of cameras, as shares of the photo's longest side, and that of a phone. */
const [shortestFocal, longestFocal, phoneFocal] = [0.6, 2.5, 0.85]
const pointingError = 5
const verifiedPixels = 400
const leastPixels = 150

/**
 * What a card on the skin says about a photo. `tilted`: by more than 40°, or the corners are no card's. `toPhoto` maps the corrected photo, of the
 * same size and with `pixelsPerMm` everywhere on the skin's plane, to the photo.
 */
export type CardReading =
  | {
      readonly kind: 'scale'
      readonly pixelsPerMm: number
      readonly error: number
      readonly isVerified: boolean
      readonly toPhoto: Perspective
    }
  | { readonly kind: 'too-small'; readonly least: number }
  | { readonly kind: 'tilted' }

/** Reads scale and tilt from the corners of a bank card, in pixels, in any order. */
export function readCard(corners: Corners, photo: { width: number; height: number }): CardReading {
  const quad = orderCorners(corners)
  const pixels = (apart(quad[0], quad[1]) + apart(quad[3], quad[2])) / 2
  if (pixels < leastPixels) return { kind: 'too-small', least: leastPixels }
  const fromMm = multiply(squareTo(quad), [1 / cardMm.width, 0, 0, 0, 1 / cardMm.height, 0, 0, 0, 1])
  const middleMm = { x: cardMm.width / 2, y: cardMm.height / 2 }
  const middle = project(fromMm, middleMm)
  // How a millimetre to the right, and one down, look in the middle of the card.
  const [right, down] = [project(fromMm, { x: middleMm.x + 0.5, y: middleMm.y }), project(fromMm, { x: middleMm.x, y: middleMm.y + 0.5 })]
  const [a, b, c, d] = [2 * (right.x - middle.x), 2 * (down.x - middle.x), 2 * (right.y - middle.y), 2 * (down.y - middle.y)]
  const area = a * d - b * c
  const { degrees, misfit } = tiltOf(fromMm, photo)
  if (!isConvex(quad) || !(degrees <= mostTilt + tiltTolerance) || misfit > mostMisfit) return { kind: 'tilted' }
  const pixelsPerMm = Math.sqrt(area)
  // The card stays where it is, turned as it is.
  const angle = Math.atan2(c - b, a + d)
  const [cos, sin] = [Math.cos(angle) / pixelsPerMm, Math.sin(angle) / pixelsPerMm]
  const [shiftX, shiftY] = [middleMm.x - cos * middle.x - sin * middle.y, middleMm.y + sin * middle.x - cos * middle.y]
  const toMm: Perspective = [cos, sin, shiftX, -sin, cos, shiftY, 0, 0, 1]
  return {
    kind: 'scale',
    pixelsPerMm,
    error: pointingError / pixels,
    isVerified: pixels >= verifiedPixels && misfit <= verifiedMisfit,
    toPhoto: multiply(fromMm, toMm),
  }
}

/**
 * The angle between a plane and the photo, and how far the card is from one that a camera sees, as a share of its sides: for a camera with its axis in the middle of the photo. Square angles must look square in some
 * focal length, which is weighed against that of phones, because a card that is seen straight says nothing about it.
 */
function tiltOf(
  [a, b, , d, e, , g, h]: Perspective,
  { width, height }: { width: number; height: number },
): { degrees: number; misfit: number } {
  const longest = Math.max(width, height)
  const [middleX, middleY] = [width / 2, height / 2]
  // Where a millimetre to the right, and one down, go: across, along and away.
  const [rightX, rightY, downX, downY] = [a - middleX * g, d - middleY * g, b - middleX * h, e - middleY * h]
  const [mixed, unequal] = [rightX * downX + rightY * downY, rightX ** 2 + rightY ** 2 - downX ** 2 - downY ** 2]
  const [depthMixed, depthUnequal] = [g * h, g * g - h * h]
  const weight = (0.002 * Math.hypot(rightX, rightY) * Math.hypot(downX, downY)) / (phoneFocal * longest) ** 2
  const measured = -(depthMixed * mixed + depthUnequal * unequal) + weight ** 2 * (phoneFocal * longest) ** 2
  const squared = measured / (depthMixed ** 2 + depthUnequal ** 2 + weight ** 2)
  const focal = Math.min(longestFocal * longest, Math.max(shortestFocal * longest, Math.sqrt(Math.max(0, squared))))
  const [nx, ny, nz] = [
    (rightY * h - g * downY) / focal,
    (g * downX - rightX * h) / focal,
    (rightX * downY - rightY * downX) / focal ** 2,
  ] as const
  const size = Math.hypot(nx, ny, nz)
  return {
    degrees: (Math.acos(Math.min(1, Math.abs(nz) / size)) * 180) / Math.PI,
    misfit: Math.hypot(depthMixed + mixed / focal ** 2, depthUnequal + unequal / focal ** 2) / size,
  }
}

/** The point that a perspective maps a point to. */
export function project([a, b, c, d, e, f, g, h, i]: Perspective, { x, y }: Point): Point {
  const depth = g * x + h * y + i
  return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth }
}

/** A picture of the same size in which each pixel shows what `toSource` maps it to. What lies beyond the picture is white. */
export function straighten(picture: Pixels, toSource: Perspective): Pixels {
  const { width, height, data } = picture
  const [a, b, c, d, e, f, g, h, i] = toSource
  const out = new Uint8ClampedArray(data.length).fill(255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const depth = g * (x + 0.5) + h * (y + 0.5) + i
      if (depth <= 0) continue
      const sourceX = (a * (x + 0.5) + b * (y + 0.5) + c) / depth - 0.5
      const sourceY = (d * (x + 0.5) + e * (y + 0.5) + f) / depth - 0.5
      const [left, top] = [Math.floor(sourceX), Math.floor(sourceY)]
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue
      const [across, along] = [sourceX - left, sourceY - top]
      const from = 4 * (top * width + left)
      const below = from + 4 * width
      const to = 4 * (y * width + x)
      for (let channel = 0; channel < 3; channel++) {
        const upper = (data[from + channel] ?? 0) * (1 - across) + (data[from + 4 + channel] ?? 0) * across
        const lower = (data[below + channel] ?? 0) * (1 - across) + (data[below + 4 + channel] ?? 0) * across
        out[to + channel] = upper + along * (lower - upper)
      }
    }
  }
  return { width, height, data: out }
}

/** Clockwise around their middle, with a long side of the card first. */
function orderCorners(corners: Corners): Corners {
  const middle = { x: corners.reduce((sum, { x }) => sum + x, 0) / 4, y: corners.reduce((sum, { y }) => sum + y, 0) / 4 }
  const angleOf = ({ x, y }: Point) => Math.atan2(y - middle.y, x - middle.x)
  const [one, two, three, four] = corners.toSorted((p, q) => angleOf(p) - angleOf(q)) as unknown as Corners
  return apart(one, two) + apart(three, four) >= apart(two, three) + apart(four, one) ? [one, two, three, four] : [two, three, four, one]
}

function isConvex(corners: Corners): boolean {
  const point = (i: number) => corners[i % 4] as Point
  return [0, 1, 2, 3].every((i) => {
    const [one, two, three] = [point(i), point(i + 1), point(i + 2)]
    return (two.x - one.x) * (three.y - two.y) - (two.y - one.y) * (three.x - two.x) > 0
  })
}

/** From the unit square to four corners (Heckbert, 1989). */
function squareTo([one, two, three, four]: Corners): Perspective {
  const [sumX, sumY] = [one.x - two.x + three.x - four.x, one.y - two.y + three.y - four.y]
  const [ax, ay, bx, by] = [two.x - three.x, two.y - three.y, four.x - three.x, four.y - three.y]
  const area = ax * by - bx * ay || 1e-9
  const [g, h] = [(sumX * by - bx * sumY) / area, (ax * sumY - sumX * ay) / area]
  return [
    two.x - one.x + g * two.x,
    four.x - one.x + h * four.x,
    one.x,
    two.y - one.y + g * two.y,
    four.y - one.y + h * four.y,
    one.y,
    g,
    h,
    1,
  ]
}

function multiply(one: Perspective, other: Perspective): Perspective {
  return Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [3 * Math.floor(at / 3), at % 3]
    return (
      (one[row] ?? 0) * (other[column] ?? 0) +
      (one[row + 1] ?? 0) * (other[column + 3] ?? 0) +
      (one[row + 2] ?? 0) * (other[column + 6] ?? 0)
    )
  }) as unknown as Perspective
}

function apart(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
