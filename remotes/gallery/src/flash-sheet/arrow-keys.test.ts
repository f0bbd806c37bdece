import { expect, test } from 'vitest'
import { findNearest } from './arrow-keys.ts'

/**
 * Two cards beside each other, each an image over two buttons, and a third card below the first.
 */
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const controls = [
  box(0, 0, 100, 100),
  box(0, 110, 50, 20),
  box(50, 110, 50, 20),
  box(110, 0, 100, 100),
  box(110, 110, 50, 20),
  box(160, 110, 50, 20),
  box(0, 140, 100, 100),
]

test.each([
  { name: 'the image to the next card', from: 0, key: 'ArrowRight', to: 3 },
  { name: 'the image back', from: 3, key: 'ArrowLeft', to: 0 },
  { name: 'the image to the buttons under it', from: 0, key: 'ArrowDown', to: 1 },
  { name: 'the last button to the next card', from: 2, key: 'ArrowRight', to: 4 },
  { name: 'a card to the buttons above it', from: 6, key: 'ArrowUp', to: 1 },
  { name: 'the end of a row nowhere', from: 3, key: 'ArrowRight', to: -1 },
])('an arrow leads from $name', ({ from, key, to }) => {
  expect(findNearest(controls[from] ?? box(0, 0, 0, 0), controls, key)).toBe(to)
})
