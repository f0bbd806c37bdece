import { expect, test } from 'vitest'
import { mergeByName } from './palette.ts'

test('shades with one name are one colour, with the code of the largest and all shares', () => {
  const shades = [
    { hex: '#cc1f1f', share: 0.5 },
    { hex: '#7d7f7c', share: 0.2 },
    { hex: '#838383', share: 0.3 },
  ]
  expect(mergeByName(shades)).toEqual([
    { hex: '#cc1f1f', share: 0.5 },
    { hex: '#838383', share: 0.5 },
  ])
})
