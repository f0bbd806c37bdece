import { expect, test } from 'vitest'
import { inkBounds } from './ink-bounds.ts'
import type { Pixels } from './pixels.ts'
import { createRandom, drawPicture } from './testing.ts'

const inside = (x: number, y: number) => (x >= 30 && x < 150 && y >= 20 && y < 80 ? 1 : 0)
const box = { x: 30, y: 20, width: 120, height: 60 }

function withGrain(picture: Pixels, strength: number): Pixels {
  const random = createRandom(7)
  return {
    ...picture,
    data: picture.data.map((value, index) =>
      index % 4 === 3 ? value : value + (random() - 0.5) * strength,
    ),
  }
}

test('finds the drawn part of a picture to the pixel', () => {
  expect(inkBounds(drawPicture(200, 100, inside))).toEqual({ kind: 'ink', box })
})

test('finds coloured ink on off-white, grainy paper', () => {
  for (const ink of [
    [204, 0, 0],
    [0, 102, 204],
    [76, 153, 0],
    [240, 220, 60],
  ] as const) {
    const picture = withGrain(drawPicture(200, 100, inside, { ink, paper: [248, 245, 238] }), 12)
    expect(inkBounds(picture)).toEqual({ kind: 'ink', box })
  }
})

test('finds a line one pixel wide, and a dot in a tiny thumbnail', () => {
  const line = drawPicture(200, 100, (x, y) => (x >= 50 && x < 51 && y >= 10 && y < 90 ? 1 : 0))
  expect(inkBounds(line)).toEqual({ kind: 'ink', box: { x: 50, y: 10, width: 1, height: 80 } })
  const dot = drawPicture(8, 8, (x, y) => (x >= 2 && x < 4 && y >= 3 && y < 5 ? 1 : 0))
  expect(inkBounds(dot)).toEqual({ kind: 'ink', box: { x: 2, y: 3, width: 2, height: 2 } })
})

test('reads transparent pixels as paper', () => {
  const picture = drawPicture(200, 100, inside)
  const data = picture.data.map((_, index) =>
    index % 4 === 3 ? 255 - (picture.data[index - 1] ?? 0) : 0,
  )
  expect(inkBounds({ ...picture, data })).toEqual({ kind: 'ink', box })
})

test('ignores single grains', () => {
  const picture = drawPicture(200, 100, (x, y) =>
    Math.max(inside(x, y), x >= 5 && x < 6 && y >= 5 && y < 6 ? 1 : 0),
  )
  expect(inkBounds(picture)).toEqual({ kind: 'ink', box })
})

test('says what a picture without a drawing is', () => {
  expect(inkBounds(drawPicture(64, 64, () => 0))).toEqual({ kind: 'blank' })
  expect(inkBounds(drawPicture(64, 64, () => 1))).toEqual({ kind: 'black' })
  const grey = drawPicture(64, 64, () => 0.5)
  expect(inkBounds(withGrain(grey, 400))).toMatchObject({ kind: 'noise' })
  expect(inkBounds(drawPicture(1, 1, () => 0))).toEqual({ kind: 'blank' })
  expect(inkBounds({ width: 0, height: 0, data: new Uint8ClampedArray() })).toEqual({
    kind: 'blank',
  })
})
