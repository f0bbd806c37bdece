import { expect, test } from 'vitest'
import { colourName } from './colour-names.ts'

test.each([
  ['#111111', 'noir'],
  ['#7d7f7c', 'gris moyen'],
  ['#cc0000', 'rouge'],
  ['#8b1a2b', 'bordeaux'],
  ['#f6d743', 'jaune'],
])('%s is %s', (hex, name) => expect(colourName(hex)).toBe(name))
