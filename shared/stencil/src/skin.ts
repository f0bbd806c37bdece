import type { SizeMm } from './pixels.ts'
import { meanOf } from './quantile.ts'

export function apart(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}

/**
 * Lengths of what may lie beside the skin on a photo, in millimetres. A card has four corners
 * (`readCard`).
 */
export const referenceLengths = { euro: 23.25, 'two-euros': 25.75 } as const

/** A point, in pixels of a photo or in millimetres of a design. */
export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * How many pixels of a photo are a millimetre. `error` is the possible error as a share, because a
 * person sets two points within a few pixels. From 400 pixels on (`isVerified`) it is not shown.
 * `too-small`: the object must appear larger, at least `least` pixels long.
 */
export type PhotoScale =
  | {
      readonly kind: 'scale'
      readonly pixelsPerMm: number
      readonly error: number
      readonly isVerified: boolean
    }
  | { readonly kind: 'too-small'; readonly least: number }

export const pointingError = 5
export const verifiedPixels = 400
export const minimumCardPixels = 150
const minimumCoinPixels = 60
/** Shorter objects count as coins. */
const longestCoinMm = 40

/**
 * Reads the scale from two points on the ends of an object of known length, in pixels of the photo.
 */
export function photoScale(from: Point, to: Point, lengthMm: number): PhotoScale {
  const pixels = apart(from, to)
  const least = lengthMm < longestCoinMm ? minimumCoinPixels : minimumCardPixels
  if (!(lengthMm > 0) || pixels < least) return { kind: 'too-small', least }
  return {
    kind: 'scale',
    pixelsPerMm: pixels / lengthMm,
    error: pointingError / pixels,
    isVerified: pixels >= verifiedPixels,
  }
}

/** Where a design lies on a photo. Its size comes from the page alone: it cannot be stretched. */
export interface Placement {
  /** The design's middle, in pixels of the photo. */
  readonly middle: Point
  /** Clockwise, in radians. */
  readonly angle: number
  readonly pixelsPerMm: number
  readonly size: SizeMm
  /**
   * Radius of the limb in millimetres, and where its axis runs: the design bends around the axis.
   * Null is flat.
   */
  readonly limb: { readonly radiusMm: number; readonly axisAngle: number } | null
}

/**
 * The length along the skin of a cylinder that is seen as the distance `y` from its middle. |y|
 * must be less than `radius`.
 */
export function unroll(y: number, radius: number): number {
  return radius * Math.asin(y / radius)
}

/**
 * Where a place of a design, in shares of its sides, is on the photo. Null behind the limb.
 */
export function placeOnPhoto(placement: Placement, across: number, along: number): Point | null {
  const { middle, angle, pixelsPerMm, size, limb } = placement
  const place = { x: (across - 0.5) * size.width, y: (along - 0.5) * size.height }
  const seen = limb ? seeOnLimb(rotate(place, angle - limb.axisAngle), limb) : rotate(place, angle)
  if (!seen) return null
  return { x: middle.x + pixelsPerMm * seen.x, y: middle.y + pixelsPerMm * seen.y }
}

function seeOnLimb(
  { x, y }: Point,
  { radiusMm, axisAngle }: NonNullable<Placement['limb']>,
): Point | null {
  if (Math.abs(y) > (radiusMm * Math.PI) / 2) return null
  return rotate({ x, y: radiusMm * Math.sin(y / radiusMm) }, axisAngle)
}

/** Moves a placement by millimetres of the skin, along the photo's axes. */
export function movePlacement(placement: Placement, xMm: number, yMm: number): Placement {
  const { middle, pixelsPerMm } = placement
  return {
    ...placement,
    middle: { x: middle.x + xMm * pixelsPerMm, y: middle.y + yMm * pixelsPerMm },
  }
}

/**
 * Moves and turns a placement as two fingers do that go from `from` to `to`, in pixels of the
 * photo. One finger moves it.
 */
export function dragPlacement(
  placement: Placement,
  from: readonly Point[],
  to: readonly Point[],
): Placement {
  const angleOf = ([one, other]: readonly Point[]) =>
    one && other ? Math.atan2(other.y - one.y, other.x - one.x) : 0
  const before = middleOf(from)
  const after = middleOf(to)
  const turn = angleOf(to) - angleOf(from)
  const arm = rotate({ x: placement.middle.x - before.x, y: placement.middle.y - before.y }, turn)
  return {
    ...placement,
    middle: { x: after.x + arm.x, y: after.y + arm.y },
    angle: placement.angle + turn,
  }
}

export function middleOf(points: readonly Point[]): Point {
  return { x: meanOf(points.map(({ x }) => x)), y: meanOf(points.map(({ y }) => y)) }
}

function rotate({ x, y }: Point, angle: number): Point {
  const cosine = Math.cos(angle)
  const sine = Math.sin(angle)
  return { x: cosine * x - sine * y, y: sine * x + cosine * y }
}
