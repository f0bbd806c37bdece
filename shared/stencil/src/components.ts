import type { Field } from './pixels.ts'

/**
 * Visits every connected group (eight neighbours) of the pixels where `isMember` is 1, as the list of its indices. The list is reused:
 * copy what must outlive the visit.
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

/** Clears, in place, the groups of line art (0.5 and more) under `leastArea` pixels, then fills the holes under it. */
export function despeckle(field: Field, leastArea: number): void {
  const { width, height, data } = field
  const mask = maskAbove(field, 0.5)
  eachComponent(mask, width, height, (indices) => {
    if (indices.length < leastArea) for (const index of indices) data[index] = mask[index] = 0
  })
  for (let index = 0; index < mask.length; index++) mask[index] = mask[index] ? 0 : 1
  eachComponent(mask, width, height, (indices) => {
    if (indices.length < leastArea) for (const index of indices) data[index] = 1
  })
}
