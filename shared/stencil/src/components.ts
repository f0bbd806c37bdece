import { distanceToZero } from '@encre/picture/distance'
import type { Field } from './pixels.ts'

/** A connected group of pixels. */
export interface Component extends Sides {
  /** How many pixels it has. */
  readonly size: number
  /** In how many runs of its rows they lie. */
  readonly runCount: number
  /** Writes a value to each of its pixels. */
  readonly fill: (data: Uint8Array | Float32Array, value: number) => void
  readonly listIndices: () => Int32Array
}

/**
 * Visits every connected group of the pixels where `isMember` is 1. Ink is joined over eight
 * neighbours, and paper over four, or it would leak through a line that leans. The next visit needs
 * its place: what is to be kept of a group is read before.
 */
export function eachComponent(
  isMember: Uint8Array,
  width: number,
  visit: (component: Component) => void,
  neighbours: 4 | 8 = 8,
): void {
  const reach = neighbours === 8 ? 1 : 0
  const unseen = isMember.slice()
  // Runs of a row, each with its first pixel and the first after it: at most every other pixel.
  const runs = new Int32Array(isMember.length + isMember.length / width)
  let end = 0
  const addRun = (index: number) => {
    const row = index - (index % width)
    let from = index
    while (from > row && unseen[from - 1]) from--
    let to = from
    while (to < row + width && unseen[to]) unseen[to++] = 0
    runs[end++] = from
    runs[end++] = to
  }
  const addRuns = (from: number, to: number) => {
    for (let at = from; at < to; at++) {
      if (unseen[at]) addRun(at)
    }
  }
  // Apart from the loop, which would make what a group can do for each pixel of the picture.
  const readGroup = (start: number): Component => {
    end = 0
    addRun(start)
    const sides = { left: width, top: Math.floor(start / width), right: 0, bottom: 0 }
    let size = 0
    for (let run = 0; run < end; run += 2) {
      const from = runs[run] ?? 0
      const to = runs[run + 1] ?? 0
      const row = from - (from % width)
      size += to - from
      sides.left = Math.min(sides.left, from - row)
      sides.right = Math.max(sides.right, to - 1 - row)
      sides.bottom = Math.max(sides.bottom, row / width)
      const left = Math.max(row, from - reach)
      const right = Math.min(row + width, to + reach)
      if (row > 0) addRuns(left - width, right - width)
      if (row + width < unseen.length) addRuns(left + width, right + width)
    }
    return {
      ...sides,
      size,
      runCount: end / 2,
      fill(data, value) {
        for (let run = 0; run < end; run += 2) data.fill(value, runs[run], runs[run + 1])
      },
      listIndices() {
        const indices = new Int32Array(size)
        let count = 0
        for (let run = 0; run < end; run += 2) {
          for (let at = runs[run] ?? 0; at < (runs[run + 1] ?? 0); at++) indices[count++] = at
        }
        return indices
      },
    }
  }
  for (let start = 0; start < unseen.length; start++) {
    if (unseen[start]) visit(readGroup(start))
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

/** Pixels between the first and the last, across or down. */
export function spanOf({ left, right, top, bottom }: Sides): number {
  return Math.max(right - left, bottom - top)
}

/** The greatest of the values at these pixels. */
export function greatestOf(values: Float32Array, indices: Int32Array): number {
  let greatest = 0
  for (const index of indices) greatest = Math.max(greatest, values[index] ?? 0)
  return greatest
}

/** 1 where the field is at least `level`. */
export function maskAbove(
  { data }: { data: Float32Array },
  level: number,
): Uint8Array<ArrayBuffer> {
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

/** The distance of each pixel from the nearest that is 1; some greater one beyond `reach`. */
export function distanceFrom(mask: Uint8Array, width: number, reach?: number): Float32Array {
  return distanceToZero(inverse(mask), width, reach)
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
  eachComponent(maskAbove({ data: distances }, radius), width, (group) => {
    if (2 * greatestOf(distances, group.listIndices()) > widest) group.fill(isCore, 1)
  })
  if (!isCore.includes(1)) return isCore
  const farthest = radius + softEdge
  return inverse(maskAbove({ data: distanceFrom(isCore, width, farthest) }, farthest))
}

/** Visits every connected group of the pixels under 0.5. One is the paper around the drawing. */
export function eachFace(field: Field, visit: (face: Component, isAround: boolean) => void): void {
  const visitFace = (face: Component) => visit(face, face.left + face.top === 0)
  eachComponent(inverse(maskAbove(field, 0.5)), field.width, visitFace, 4)
}

/** Removes the groups of line pixels (0.5 and more) that are specks. Changes the field. */
export function despeckle(field: Field, isSpeck: (group: Component) => boolean): void {
  eachComponent(maskAbove(field, 0.5), field.width, (group) => {
    if (isSpeck(group)) group.fill(field.data, 0)
  })
}

/** Fills the faces that are no paper of the drawing. Changes the field. */
export function fillFaces(field: Field, isFilled: (face: Component) => boolean): void {
  eachFace(field, (face) => {
    if (isFilled(face)) face.fill(field.data, 1)
  })
}
