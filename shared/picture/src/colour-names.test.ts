import { expect, test } from 'vitest'
import { colourNames } from './colour-names.ts'

test.each([
  { hex: '#111111', name: 'noir' },
  { hex: '#7d7f7c', name: 'gris moyen' },
  { hex: '#cc0000', name: 'rouge' },
  { hex: '#8b1a2b', name: 'bordeaux' },
  { hex: '#f6d743', name: 'jaune' },
])('$hex is $name', ({ hex, name }) => expect(colourNames([hex])).toEqual([name]))

test('colours with one name differ by their shade', () => {
  expect(colourNames(['#cc1f1f', '#101010', '#181818', '#0a0a0a', '#141414'])).toEqual([
    'rouge',
    'noir',
    'noir plus clair',
    'noir plus foncé',
    'noir 5',
  ])
})
