import { expect, it } from 'vitest'
import { burnOf } from './answers.ts'

it('burns at 1 when one answer in 200 fails, whatever was refused, and not without answers', () => {
  const rows = (failed: number, refused: number, answered: number) => [
    { status: '5xx', answers: failed },
    { status: '4xx', answers: refused },
    { status: '2xx', answers: answered },
  ]
  expect(burnOf(rows(1, 99, 100))).toBeCloseTo(1)
  expect(burnOf(rows(144, 0, 1856))).toBeCloseTo(14.4)
  expect(burnOf(rows(0, 50, 50))).toBe(0)
  expect(burnOf([])).toBe(0)
})
