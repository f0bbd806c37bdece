import type { Field } from './pixels.ts'

/**
 * Visits every connected group (eight neighbours) of the pixels where `isMember` is 1, with the list of its indices. The next visit reuses
 * the list: copy it to keep it.
 */
export function eachComponent(isMember: Uint8Array, width: number, visit: (indices: Int32Array) => void): void {
  const unseen = Uint8Array.from(isMember)
  const queue = new Int32Array(isMember.length)
  let end = 0
  const add = (index: number) => {
    unseen[index] = 0
    queue[end++] = index
  }
  for (let start = 0; start < unseen.length; start++) {
    if (!unseen[start]) continue
    end = 0
    add(start)
    for (let next = 0; next < end; next++) {
      const index = queue[next] ?? 0
      const x = index % width
      const [hasLeft, hasRight] = [x > 0, x < width - 1]
      const above = index - width
      const below = index + width
      if (hasLeft && unseen[index - 1]) add(index - 1)
      if (hasRight && unseen[index + 1]) add(index + 1)
      if (above >= 0) {
        if (unseen[above]) add(above)
        if (hasLeft && unseen[above - 1]) add(above - 1)
        if (hasRight && unseen[above + 1]) add(above + 1)
      }
      if (below < unseen.length) {
        if (unseen[below]) add(below)
        if (hasLeft && unseen[below - 1]) add(below - 1)
        if (hasRight && unseen[below + 1]) add(below + 1)
      }
    }
    visit(queue.subarray(0, end))
  }
}

/** 1 where the field is at least `level`. */
export function maskAbove({ data }: Field, level: number): Uint8Array<ArrayBuffer> {
  const mask = new Uint8Array(data.length)
  for (let index = 0; index < mask.length; index++) mask[index] = (data[index] ?? 0) >= level ? 1 : 0
  return mask
}

/** Removes the groups of line pixels (0.5 and more) smaller than `minimumArea`, then fills the holes smaller than it. Changes the field. */
export function despeckle(field: Field, minimumArea: number): void {
  const { width, data } = field
  const mask = maskAbove(field, 0.5)
  eachComponent(mask, width, (indices) => {
    if (indices.length < minimumArea) for (const index of indices) data[index] = mask[index] = 0
  })
  for (let index = 0; index < mask.length; index++) mask[index] = mask[index] ? 0 : 1
  eachComponent(mask, width, (indices) => {
    if (indices.length < minimumArea) for (const index of indices) data[index] = 1
  })
}
