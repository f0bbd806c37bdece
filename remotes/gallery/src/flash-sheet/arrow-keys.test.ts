import { expect, test } from 'vitest'
import { findNearest } from './arrow-keys.ts'

/** Two cards beside each other, each an image over two buttons, and a third card below the first. */
const box = (left: number, top: number, width: number, height: number) => ({ left, top, right: left + width, bottom: top + height })
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
  ['the image to the next card', 0, 'ArrowRight', 3],
  ['the image back', 3, 'ArrowLeft', 0],
  ['the image to the buttons under it', 0, 'ArrowDown', 1],
  ['the last button to the next card', 2, 'ArrowRight', 4],
  ['a card to the buttons above it', 6, 'ArrowUp', 1],
  ['the end of a row nowhere', 3, 'ArrowRight', -1],
] as const)('an arrow leads from %s', (_, from, key, to) => {
  expect(findNearest(controls[from] ?? box(0, 0, 0, 0), controls, key)).toBe(to)
})
