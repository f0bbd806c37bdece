import { expect, test } from 'vitest'
import { isMet, judgeCharts } from './judge.ts'

// `npm test -- --long stencils` has all charts, and pictures as image providers make them.
test('finds and measures what is drawn on charts, within the aims', {
  timeout: 300_000,
}, async () => {
  const rows = await judgeCharts([0, 20], ['blurred'])
  expect(rows.length).toBeGreaterThan(9)
  expect(rows.filter((row) => !isMet(row))).toEqual([])
})
