import { expect, test } from 'vitest'
import { inkBounds } from './ink-bounds.ts'

type Rectangle = readonly [x: number, y: number, width: number, height: number]

const side = 600
/** A drawing of 400 pixels, 100 from the left and the top. */
const ring: Rectangle[] = [
  [100, 100, 400, 6],
  [100, 494, 400, 6],
  [100, 100, 6, 400],
  [494, 100, 6, 400],
]
const box = { x: 100, y: 100, width: 400, height: 400 }

function boundsOf(rectangles: readonly Rectangle[]) {
  const isInk = new Uint8Array(side * side)
  for (const [left, top, width, height] of rectangles) {
    for (let y = top; y < top + height; y++) isInk.fill(1, y * side + left, y * side + left + width)
  }
  return inkBounds(isInk, side)
}

test('finds the drawing to the pixel, and nothing of a single pixel', () => {
  expect(boundsOf(ring)).toEqual({ box, whole: box, isLone: false })
  expect(boundsOf([...ring, [5, 5, 1, 1]])?.whole).toEqual(box)
  expect(boundsOf([[2, 3, 2, 2]])?.box).toEqual({ x: 2, y: 3, width: 2, height: 2 })
  expect(boundsOf([[7, 7, 1, 1]])).toBeNull()
})

test('leaves out a speck that lies apart, and keeps a dot beside the drawing', () => {
  const speck = boundsOf([...ring, [560, 30, 2, 1]])
  expect(speck).toEqual({ box, whole: { x: 100, y: 30, width: 462, height: 470 }, isLone: false })
  expect(boundsOf([...ring, [503, 300, 3, 3]])?.box.width).toBe(406)
})

test('keeps a stroke that lies apart, and says that it counts', () => {
  const stroke = boundsOf([...ring, [560, 280, 4, 30]])
  expect(stroke).toMatchObject({ box: { width: 464 }, isLone: true })
  // Two drawings beside each other are no drawing with a lone part.
  const two = boundsOf([
    [20, 100, 200, 300],
    [300, 100, 200, 300],
  ])
  expect(two?.isLone).toBe(false)
})

test('keeps dots that are the drawing, to the last', () => {
  const dots = Array.from({ length: 900 }, (_, i): Rectangle => {
    return [40 + 18 * (i % 30), 40 + 18 * Math.floor(i / 30), 3, 3]
  })
  expect(boundsOf(dots)?.box).toEqual({ x: 40, y: 40, width: 525, height: 525 })
  const withRing = boundsOf([...dots, [250, 250, 60, 2]])
  expect(withRing?.box).toEqual({ x: 40, y: 40, width: 525, height: 525 })
})
