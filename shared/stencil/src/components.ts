import { distanceToZero } from '@encre/picture/distance'
import type { Field } from './pixels.ts'

/**
 * Visits every connected group of the pixels where `isMember` is 1, with the list of its indices.
 * Ink is joined over eight neighbours, and paper over four, or it would leak through a line that
 * leans. The next visit reuses the list: copy it to keep it.
 */
export function eachComponent(
  isMember: Uint8Array,
  width: number,
  visit: (indices: Int32Array) => void,
  neighbours: 4 | 8 = 8,
): void {
  const reach = neighbours === 8 ? 1 : 0
  const unseen = isMember.slice()
  const queue = new Int32Array(isMember.length)
  let end = 0
  // Whole runs of a row at a time.
  const addRun = (index: number) => {
    const row = index - (index % width)
    let from = index
    while (from > row && unseen[from - 1]) from--
    for (; from < row + width && unseen[from]; from++) {
      unseen[from] = 0
      queue[end++] = from
    }
  }
  const addRuns = (from: number, to: number) => {
    for (let at = from; at <= to; at++) {
      if (unseen[at]) addRun(at)
    }
  }
  for (let start = 0; start < unseen.length; start++) {
    if (!unseen[start]) continue
    end = 0
    addRun(start)
    for (let next = 0; next < end; ) {
      const from = queue[next] ?? 0
      const row = from - (from % width)
      let to = from
      while (++next < end && queue[next] === to + 1 && to + 1 < row + width) to++
      const left = Math.max(row, from - reach)
      const right = Math.min(row + width - 1, to + reach)
      if (row > 0) addRuns(left - width, right - width)
      if (row + width < unseen.length) addRuns(left + width, right + width)
    }
    visit(queue.subarray(0, end))
  }
}

/** The first and the last column and row of some pixels. */
export interface Sides {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export function joinSides(all: readonly Sides[]): Sides {
  const joined = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { left, top, right, bottom } of all) {
    joined.left = Math.min(joined.left, left)
    joined.top = Math.min(joined.top, top)
    joined.right = Math.max(joined.right, right)
    joined.bottom = Math.max(joined.bottom, bottom)
  }
  return joined
}

export function boundsOf(indices: Int32Array, width: number): Sides {
  const bounds = { left: width, top: Number.POSITIVE_INFINITY, right: 0, bottom: 0 }
  for (const index of indices) {
    const x = index % width
    const y = (index - x) / width
    bounds.left = Math.min(bounds.left, x)
    bounds.right = Math.max(bounds.right, x)
    bounds.top = Math.min(bounds.top, y)
    bounds.bottom = Math.max(bounds.bottom, y)
  }
  return bounds
}

/** Pixels between the first and the last of these, across or down. */
export function spanOf(indices: Int32Array, width: number): number {
  const { left, right, top, bottom } = boundsOf(indices, width)
  return Math.max(right - left, bottom - top)
}

/** The greatest of the distances at these pixels. */
export function deepestOf(distances: Float32Array, indices: Int32Array): number {
  let deepest = 0
  for (const index of indices) deepest = Math.max(deepest, distances[index] ?? 0)
  return deepest
}

/** 1 where the field is at least `level`. */
export function maskAbove({ data }: Pick<Field, 'data'>, level: number): Uint8Array<ArrayBuffer> {
  const mask = new Uint8Array(data.length)
  for (let index = 0; index < mask.length; index++)
    mask[index] = (data[index] ?? 0) >= level ? 1 : 0
  return mask
}

// `Uint8Array.from` with a function takes some ten times as long.
function inverse(mask: Uint8Array): Uint8Array<ArrayBuffer> {
  const other = new Uint8Array(mask.length)
  for (let index = 0; index < mask.length; index++) other[index] = mask[index] ? 0 : 1
  return other
}

/** The distance of each pixel from the nearest that is 1. */
export function distanceFrom(mask: Uint8Array, width: number): Float32Array<ArrayBuffer> {
  return distanceToZero(inverse(mask), width)
}

/**
 * 1 in what is wider than `widest`, and where it goes on down to `narrowest`, with a soft edge of so
 * many pixels. `distances` has the distance to the edge of each pixel of a shape.
 */
export function maskWide(
  distances: Float32Array<ArrayBuffer>,
  width: number,
  { widest, narrowest, softEdge }: { widest: number; narrowest: number; softEdge: number },
): Uint8Array {
  const radius = narrowest / 2
  const isCore = new Uint8Array(distances.length)
  eachComponent(maskAbove({ data: distances }, radius), width, (indices) => {
    if (!indices.some((index) => 2 * (distances[index] ?? 0) > widest)) return
    for (const index of indices) isCore[index] = 1
  })
  if (!isCore.includes(1)) return isCore
  return inverse(maskAbove({ data: distanceFrom(isCore, width) }, radius + softEdge))
}

/** Visits every connected group of the pixels under 0.5. */
export function eachFace(field: Field, visit: (indices: Int32Array) => void): void {
  eachComponent(inverse(maskAbove(field, 0.5)), field.width, visit, 4)
}

/** Removes the groups of line pixels (0.5 and more) that are specks. Changes the field. */
export function despeckle(field: Field, isSpeck: (indices: Int32Array) => boolean): void {
  eachComponent(maskAbove(field, 0.5), field.width, (indices) => {
    if (isSpeck(indices)) fillPixels(field, indices, 0)
  })
}

/** Fills the faces that are no paper of the drawing. Changes the field. */
export function fillFaces(field: Field, isFilled: (indices: Int32Array) => boolean): void {
  eachFace(field, (indices) => {
    if (isFilled(indices)) fillPixels(field, indices, 1)
  })
}

function fillPixels({ data }: Field, indices: Int32Array, value: number): void {
  for (const index of indices) data[index] = value
}
