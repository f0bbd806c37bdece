import { type PhotoScale, type Placement, type Point, photoScale, referenceLengths } from '@encre/stencil/skin'
import type { SizeMm } from '@encre/stencil/svg'
import { limbOf } from './draw-skin.ts'
import type { Reference } from './tool-messages.ts'

/** A trial of the design on one photo. Lengths are in pixels of the photo, angles in radians. */
export interface SkinState {
  step: 'measure' | 'place'
  reference: Reference
  /** What the member typed as the length of another object, in millimetres. */
  otherMm: string
  /** The width that the member estimates for a photo without a reference. */
  photoWidthMm: number
  points: readonly [Point, Point]
  /** Whether the member has set each point. Where the points start says nothing about the photo. */
  areSet: readonly [boolean, boolean]
  middle: Point
  angle: number
  /** From 0, flat, to `mostRoundness`. */
  roundness: number
  axisDegrees: number
}

interface PhotoSize {
  width: number
  height: number
}

export function openSkin({ width, height }: PhotoSize): SkinState {
  return {
    step: 'measure',
    reference: 'card',
    otherMm: '100',
    photoWidthMm: 300,
    points: [
      { x: width * 0.3, y: height * 0.5 },
      { x: width * 0.7, y: height * 0.5 },
    ],
    areSet: [false, false],
    middle: { x: width / 2, y: height / 2 },
    angle: 0,
    roundness: 0,
    axisDegrees: 90,
  }
}

export function setPoint(state: SkinState, index: 0 | 1, point: Point): SkinState {
  const { points, areSet } = state
  return index === 0
    ? { ...state, points: [point, points[1]], areSet: [true, areSet[1]] }
    : { ...state, points: [points[0], point], areSet: [areSet[0], true] }
}

/** The scale that the points give, and how the design stands on the photo at this size. */
export function viewOf(state: SkinState, photo: PhotoSize, size: SizeMm) {
  const { step, reference, photoWidthMm, middle, angle, roundness, axisDegrees } = state
  const scale = readScale(state)
  const pixelsPerMm = scale?.kind === 'scale' ? scale.pixelsPerMm : photo.width / photoWidthMm
  const placement: Placement = { middle, angle, pixelsPerMm, size, limb: limbOf(roundness, radiansOf(axisDegrees)) }
  return { scale, placement, isMeasured: scale?.kind === 'scale', isMeasuring: step === 'measure' && reference !== 'none' }
}

/** Null without a reference object, and until both points are set. */
function readScale({ reference, points: [from, to], areSet, otherMm }: SkinState): PhotoScale | null {
  if (reference === 'none' || areSet.includes(false)) return null
  return photoScale(from, to, reference === 'other' ? Number(otherMm.replace(',', '.')) : referenceLengths[reference])
}

export function radiansOf(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/** Whole degrees from -180 to 180. */
export function degreesOf(angle: number): number {
  const degrees = Math.round((angle * 180) / Math.PI)
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}
