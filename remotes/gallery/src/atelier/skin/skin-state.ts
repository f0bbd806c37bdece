import { type CardReading, readCard } from '@encre/stencil/card'
import type { Quad } from '@encre/stencil/perspective'
import type { Pixels, SizeMm } from '@encre/stencil/pixels'
import {
  type PhotoScale,
  type Placement,
  type Point,
  photoScale,
  referenceLengths,
} from '@encre/stencil/skin'
import { snapCorner, snapEnd } from '@encre/stencil/snap'
import type { Reference } from '../workbench/tool-messages.ts'
import { limbOf } from './draw-skin.ts'

/** A trial of the design on one photo. Lengths are in pixels of the photo, angles in radians. */
export interface SkinState {
  step: 'measure' | 'place'
  reference: Reference
  otherMm: string
  photoWidthMm: number
  /** The four corners of a card, or two ends of another object. */
  points: readonly Point[]
  areSet: readonly boolean[]
  /** Whether all corners went to the edges once. From then on each goes alone. */
  hasSnapped: boolean
  /** Whether the member said that the points are where they belong. Nothing is verified before. */
  isConfirmed: boolean
  middle: Point
  angle: number
  roundness: number
  axisDegrees: number
}

interface PhotoSize {
  width: number
  height: number
}

export function openSkin(photo: PhotoSize): SkinState {
  return {
    step: 'measure',
    reference: 'card',
    otherMm: '100',
    photoWidthMm: 300,
    ...startPoints('card', photo),
    isConfirmed: false,
    middle: at(photo.width / 2, photo.height / 2),
    angle: 0,
    roundness: 0,
    axisDegrees: 90,
  }
}

function startPoints(
  reference: Reference,
  { width, height }: PhotoSize,
): Pick<SkinState, 'points' | 'areSet' | 'hasSnapped'> {
  const isCard = reference === 'card'
  const left = width * 0.3
  const right = width * 0.7
  // A card is 85.6 by 54 mm.
  const top = height / 2 - width * 0.126
  const bottom = height / 2 + width * 0.126
  const points = isCard
    ? [at(left, top), at(right, top), at(right, bottom), at(left, bottom)]
    : [at(left, height / 2), at(right, height / 2)]
  return { points, areSet: points.map(() => false), hasSnapped: false }
}

const at = (x: number, y: number): Point => ({ x, y })

export function setReference(state: SkinState, reference: Reference, photo: PhotoSize): SkinState {
  const isAlike = (state.reference === 'card') === (reference === 'card')
  const points = isAlike ? {} : startPoints(reference, photo)
  return { ...state, reference, ...points, isConfirmed: false }
}

export function setPoint(state: SkinState, index: number, point: Point): SkinState {
  const replace = <Value>(values: readonly Value[], value: Value) =>
    values.map((each, i) => (i === index ? value : each))
  return {
    ...state,
    points: replace(state.points, point),
    areSet: replace(state.areSet, true),
    isConfirmed: false,
  }
}

/** How far an edge draws a finger's point towards itself, as a share of the photo's longest side. */
const snapShare = 0.012

/**
 * A point that a finger let go of lies on the edge under it. Corners snap once all are set: their lines are known then. The keys, and the
 * enlarged view, leave it where it was put.
 */
export function dropPoint(state: SkinState, index: number, photo: Pixels): SkinState {
  const { points, areSet, reference } = state
  const [one, two, three, four] = points
  if (!one || !two || areSet.includes(false)) return state
  const reach = Math.max(6, Math.round(snapShare * Math.max(photo.width, photo.height)))
  if (reference !== 'card') {
    const end = index === 0 ? snapEnd(photo, one, two, reach) : snapEnd(photo, two, one, reach)
    return setPoint(state, index, end)
  }
  if (!three || !four) return state
  const quad: Quad = [one, two, three, four]
  const isFirst = state.hasSnapped === false
  const moved = points.map((point, i) =>
    isFirst || i === index ? snapCorner(photo, quad, i, reach) : point,
  )
  return { ...state, points: moved, hasSnapped: true, isConfirmed: false }
}

/** The scale that the points give, and how the design stands on the photo at this size. */
export function viewOf(state: SkinState, photo: PhotoSize, size: SizeMm) {
  const { step, reference, photoWidthMm, middle, angle, roundness, axisDegrees } = state
  const scale = readScale(state, photo)
  // The corners of the corrected photo, which the design stands on.
  const view = step === 'place' && scale?.kind === 'scale' && 'view' in scale ? scale.view : null
  const pixelsPerMm = scale?.kind === 'scale' ? scale.pixelsPerMm : photo.width / photoWidthMm
  const placement: Placement = {
    middle,
    angle,
    pixelsPerMm,
    size,
    limb: limbOf(roundness, radiansOf(axisDegrees)),
  }
  return { scale, view, placement, isMeasuring: step === 'measure' && reference !== 'none' }
}

/** Null without a reference object, and until all points are set. */
function readScale(
  { reference, points, areSet, otherMm }: SkinState,
  photo: PhotoSize,
): PhotoScale | CardReading | null {
  if (reference === 'none' || areSet.includes(false)) return null
  const [from, to, third, fourth] = points
  if (!from || !to) return null
  if (reference === 'card') {
    return third && fourth ? readCard([from, to, third, fourth], photo) : null
  }
  const lengthMm =
    reference === 'other' ? Number(otherMm.replace(',', '.')) : referenceLengths[reference]
  return photoScale(from, to, lengthMm)
}

export function radiansOf(degrees: number): number {
  return (degrees * Math.PI) / 180
}

export function degreesOf(angle: number): number {
  const degrees = Math.round((angle * 180) / Math.PI)
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}
