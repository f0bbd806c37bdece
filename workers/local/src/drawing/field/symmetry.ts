import { type Grid, sample } from './grid.ts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** True when the grid equals its mirror image except for details. */
export function isSymmetric(soft: Grid, box: Box): boolean {
  const axis = box.x + box.width / 2
  let [both, either] = [0, 0]
  for (let y = 0; y < 512; y += 6) {
    for (let x = axis; x < 512; x += 6) {
      const [right, left] = [sample(soft, x, y) > 0.5, sample(soft, 2 * axis - x, y) > 0.5]
      if (right && left) both++
      if (right || left) either++
    }
  }
  return both > 0.82 * either
}
