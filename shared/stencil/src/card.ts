import { isConvex, type Projection, project, type Quad, squareToQuad } from './perspective.ts'
import {
  apart,
  middleOf,
  minimumCardPixels,
  type Point,
  pointingError,
  verifiedPixels,
} from './skin.ts'

/** ISO 7810's card, in millimetres. */
export const cardMm = { width: 85.6, height: 53.98 } as const

/** More of a tilt hides too much of the skin to correct. */
const mostTilt = 40
/** Corners set by hand leave the tilt this uncertain, in degrees. */
const tiltTolerance = 2.5
/** How far the proportions may be from a card's: to be used, and to be verified. */
const mostMisfit = 0.15
const verifiedMisfit = 0.06
/** The focal lengths of cameras, as shares of the photo's longest side, and that of a phone. */
const shortestFocal = 0.6
const longestFocal = 2.5
const phoneFocal = 0.85

/**
 * What a card on the skin says about a photo. `tilted`: by more than 40°, or the corners are no
 * card's. `view` has the corners of the corrected photo within the photo: it has the same size, and
 * `pixelsPerMm` everywhere on the skin's plane.
 */
export type CardReading =
  | {
      readonly kind: 'scale'
      readonly pixelsPerMm: number
      readonly error: number
      readonly isVerified: boolean
      readonly view: Quad
    }
  | { readonly kind: 'too-small'; readonly least: number }
  | { readonly kind: 'tilted' }

/** Reads scale and tilt from the corners of a bank card, in pixels, in any order. */
export function readCard(corners: Quad, photo: { width: number; height: number }): CardReading {
  const quad = orderCorners(corners)
  const pixels = (apart(quad[0], quad[1]) + apart(quad[3], quad[2])) / 2
  if (pixels < minimumCardPixels) return { kind: 'too-small', least: minimumCardPixels }
  const projection = squareToQuad(quad)
  const { width, height } = cardMm
  const fromMm = (x: number, y: number) => project(projection, x / width, y / height)
  const middle = fromMm(width / 2, height / 2)
  // How a millimetre to the right, and one down, look in the middle of the card.
  const right = fromMm(width / 2 + 0.5, height / 2)
  const down = fromMm(width / 2, height / 2 + 0.5)
  const a = 2 * (right.x - middle.x)
  const b = 2 * (down.x - middle.x)
  const c = 2 * (right.y - middle.y)
  const d = 2 * (down.y - middle.y)
  const area = a * d - b * c
  const { degrees, misfit } = tiltOf(projection, photo)
  if (!isConvex(quad) || !(degrees <= mostTilt + tiltTolerance) || misfit > mostMisfit)
    return { kind: 'tilted' }
  const pixelsPerMm = Math.sqrt(area)
  // The card stays where it is, turned as it is.
  const angle = Math.atan2(c - b, a + d)
  const cos = Math.cos(angle) / pixelsPerMm
  const sin = Math.sin(angle) / pixelsPerMm
  const toPhoto = (x: number, y: number) => {
    const across = x - middle.x
    const along = y - middle.y
    return fromMm(width / 2 + cos * across + sin * along, height / 2 - sin * across + cos * along)
  }
  const view: Quad = [
    toPhoto(0, 0),
    toPhoto(photo.width, 0),
    toPhoto(photo.width, photo.height),
    toPhoto(0, photo.height),
  ]
  return {
    kind: 'scale',
    pixelsPerMm,
    error: pointingError / pixels,
    isVerified: pixels >= verifiedPixels && misfit <= verifiedMisfit,
    view,
  }
}

/**
 * The tilt of the card's plane, and how far the card is from one that a camera centred on the photo
 * can see, as a share of its sides. The focal length is the one that makes its angles square, drawn
 * towards a phone's: a card that is seen straight says nothing about it.
 */
function tiltOf(
  projection: Projection,
  { width, height }: { width: number; height: number },
): { degrees: number; misfit: number } {
  const [a, d, g] = [projection.ax, projection.ay, projection.g].map(
    (value) => value / cardMm.width,
  ) as [number, number, number]
  const [b, e, h] = [projection.bx, projection.by, projection.h].map(
    (value) => value / cardMm.height,
  ) as [number, number, number]
  const longest = Math.max(width, height)
  const middleX = width / 2
  const middleY = height / 2
  // Where a millimetre to the right, and one down, go: across, along and away.
  const rightX = a - middleX * g
  const rightY = d - middleY * g
  const downX = b - middleX * h
  const downY = e - middleY * h
  const mixed = rightX * downX + rightY * downY
  const unequal = rightX ** 2 + rightY ** 2 - downX ** 2 - downY ** 2
  const depthMixed = g * h
  const depthUnequal = g * g - h * h
  const weight =
    (0.002 * Math.hypot(rightX, rightY) * Math.hypot(downX, downY)) / (phoneFocal * longest) ** 2
  const measured =
    -(depthMixed * mixed + depthUnequal * unequal) + weight ** 2 * (phoneFocal * longest) ** 2
  const squared = measured / (depthMixed ** 2 + depthUnequal ** 2 + weight ** 2)
  const focal = Math.min(
    longestFocal * longest,
    Math.max(shortestFocal * longest, Math.sqrt(Math.max(0, squared))),
  )
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

/** Clockwise around their middle, with a long side of the card first. */
function orderCorners(corners: Quad): Quad {
  const middle = middleOf(corners)
  const angleOf = ({ x, y }: Point) => Math.atan2(y - middle.y, x - middle.x)
  const [one, two, three, four] = corners.toSorted(
    (p, q) => angleOf(p) - angleOf(q),
  ) as unknown as Quad
  return apart(one, two) + apart(three, four) >= apart(two, three) + apart(four, one)
    ? [one, two, three, four]
    : [two, three, four, one]
}
