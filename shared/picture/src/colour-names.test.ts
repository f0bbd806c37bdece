import { expect, test } from 'vitest'
import { colourNames } from './colour-names.ts'

test.each([
  { hex: '#111111', name: 'noir' },
  { hex: '#7d7f7c', name: 'gris moyen' },
  { hex: '#cc0000', name: 'rouge' },
  { hex: '#8b1a2b', name: 'bordeaux' },
  { hex: '#f6d743', name: 'jaune' },
])('$hex is $name', ({ hex, name }) => expect(colourNames([hex])).toEqual([name]))
