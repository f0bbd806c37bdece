/** The eight neighbours of a pixel, clockwise from the right one: steps in a row-major array. */
export function listNeighbours(width: number): readonly number[] {
  return [1, width + 1, width, width - 1, -1, -width - 1, -width, -width + 1]
}

/** Distances are sorted into steps of this part of a pixel. */
const stepsPerPixel = 4

/** 1 where a pixel may go without tearing its shape or eating its end, by the bits of its neighbours. */
const isRemovable = Uint8Array.from({ length: 256 }, (_, bits) => {
  const at = (i: number) => (bits >> (i & 7)) & 1
  const count = [0, 1, 2, 3, 4, 5, 6, 7].reduce((sum, i) => sum + at(i), 0)
  // Yokoi's number: how many separate parts of the shape touch the pixel.
  const parts = [0, 2, 4, 6].reduce((sum, i) => {
    const isOpen = 1 - at(i)
    return sum + isOpen - isOpen * (1 - at(i + 1)) * (1 - at(i + 2))
  }, 0)
  return count > 1 && parts === 1 ? 1 : 0
})

/**
 * Thins shapes to lines of one pixel in their middle: pixels go from the edge inwards, as long as nothing tears. `distances` has the distance
 * to the edge of each pixel of a shape and 0 beside it. What is farther than `farthest` from an edge is too wide: it stays until
 * the end and is not part of the result. The outermost pixels of the field must be 0. Returns the pixels of the lines.
 */
export function thin(distances: Float32Array, width: number, farthest: number): number[] {
  const isLeft = new Uint8Array(distances.length)
  const neighbours = listNeighbours(width)
  const [right = 0, lowerRight = 0, lower = 0, lowerLeft = 0] = neighbours
  const bitsAt = (index: number) =>
    (isLeft[index + right] ?? 0) |
    ((isLeft[index + lowerRight] ?? 0) << 1) |
    ((isLeft[index + lower] ?? 0) << 2) |
    ((isLeft[index + lowerLeft] ?? 0) << 3) |
    ((isLeft[index - right] ?? 0) << 4) |
    ((isLeft[index - lowerRight] ?? 0) << 5) |
    ((isLeft[index - lower] ?? 0) << 6) |
    ((isLeft[index - lowerLeft] ?? 0) << 7)
  /** Takes away pixels from one side after the other, so that lines shrink evenly. */
  const candidates = new Int32Array(distances.length)
  const peel = (pixels: readonly number[]): number => {
    let removed = 0
    for (const side of [-lower, lower, -right, right]) {
      let count = 0
      for (const index of pixels) {
        if (isLeft[index] && !isLeft[index + side]) candidates[count++] = index
      }
      for (const index of candidates.subarray(0, count)) {
        if (!isRemovable[bitsAt(index)]) continue
        isLeft[index] = 0
        removed++
      }
    }
    return removed
  }
  for (let index = 0; index < isLeft.length; index++)
    if ((distances[index] ?? 0) > 0) isLeft[index] = 1
  const levels = sortByDistance(distances, farthest)
  for (const level of levels) peel(level)
  // A pixel that held two parts together may be free now.
  const listLeft = (some: readonly number[]) => some.filter((index) => isLeft[index])
  let pixels = levels.flatMap(listLeft)
  while (pixels.length > 0 && peel(pixels) > 0) pixels = listLeft(pixels)
  return pixels
}

/** The pixels of shapes, from the edge inwards, in steps. */
function sortByDistance(distances: Float32Array, farthest: number): number[][] {
  const levels = Array.from({ length: Math.ceil(farthest * stepsPerPixel) + 1 }, (): number[] => [])
  for (let index = 0; index < distances.length; index++) {
    const distance = distances[index] ?? 0
    const isThin = distance > 0 && distance <= farthest
    if (isThin) levels[Math.floor(distance * stepsPerPixel)]?.push(index)
  }
  return levels
}
