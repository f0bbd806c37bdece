import type { Field } from './pixels.ts'

/**
 * Visits every connected group (eight neighbours) of the pixels where `isMember` is 1, with the list of its indices. The next visit reuses
 * the list: copy it to keep it.
 */
export function eachComponent(isMember: Uint8Array, width: number, height: number, visit: (indices: Int32Array) => void): void {
  const seen = Uint8Array.from(isMember)
  const queue = new Int32Array(isMember.length)
  for (let start = 0; start < seen.length; start++) {
    if (!seen[start]) continue
    let end = 1
    queue[0] = start
    seen[start] = 0
    for (let next = 0; next < end; next++) {
      const index = queue[next] ?? 0
      const x = index % width
      const y = (index - x) / width
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const neighbour = row * width + column
          if (!seen[neighbour]) continue
          seen[neighbour] = 0
          queue[end++] = neighbour
        }
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
  const { width, height, data } = field
  const mask = maskAbove(field, 0.5)
  eachComponent(mask, width, height, (indices) => {
    if (indices.length < minimumArea) for (const index of indices) data[index] = mask[index] = 0
  })
  for (let index = 0; index < mask.length; index++) mask[index] = mask[index] ? 0 : 1
  eachComponent(mask, width, height, (indices) => {
    if (indices.length < minimumArea) for (const index of indices) data[index] = 1
  })
}
