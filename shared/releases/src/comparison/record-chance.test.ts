import { afterEach, expect, test } from 'vitest'
import { recordChance } from './record-chance.ts'

const { random } = Math
afterEach(() => {
  Math.random = random
})

const draw = (count: number) => Array.from({ length: count }, () => Math.random())

test('a press draws the same in every visit, whatever was drawn before it', () => {
  const visits = [0, 5].map((drawnBefore) => {
    const begin = recordChance()
    draw(drawnBefore)
    begin('after "Surprenez-moi"')
    const first = draw(20)
    begin('after "Surprenez-moi" a second time')
    return [...first, ...draw(20)]
  })
  expect(visits[0]).toEqual(visits[1])
  expect(new Set(visits[0]).size).toBe(40)
  expect(Math.max(...draw(500))).toBeLessThan(1)
  expect(Math.min(...draw(500))).toBeGreaterThanOrEqual(0)
})
