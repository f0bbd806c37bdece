import { expect, test } from 'vitest'
import { areColoursChosen } from './origin.ts'

test.each([
  { origin: 'ai', isChosen: true },
  { origin: 'composed', isChosen: true },
  { origin: 'drawn', isChosen: true },
  { origin: 'imported', isChosen: false },
  { origin: 'lettering', isChosen: false },
  { origin: 'scanned', isChosen: false },
])(
  'the member chose the colours of a design of origin $origin: $isChosen',
  ({ origin, isChosen }) => {
    expect(areColoursChosen(origin)).toBe(isChosen)
  },
)
