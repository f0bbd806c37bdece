import { expect, test } from 'vitest'
import { colourName } from './colour-names.ts'

test.each([
  ['#111111', 'noir'],
  ['#333333', 'gris foncé'],
  ['#7d7f7c', 'gris moyen'],
  ['#b8862f', 'ocre'],
  ['#cc0000', 'rouge'],
  ['#8b1a2b', 'bordeaux'],
  ['#2a62b0', 'bleu'],
  ['#f6d743', 'jaune'],
])('%s is %s', (hex, name) => expect(colourName(hex)).toBe(name))
