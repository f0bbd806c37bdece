import { expect, test } from 'vitest'
import { closeSteps, listDays, listHours, secondsOf } from './hours.ts'

test('lists every hour and day of a period, the first and the last included', () => {
  expect(listHours('2026-11-20T22:59:00.000Z', '2026-11-21T01:00:00.000Z')).toEqual([
    '2026-11-20T22',
    '2026-11-20T23',
    '2026-11-21T00',
    '2026-11-21T01',
  ])
  expect(listDays('2026-11-20T22:59:00.000Z', '2026-11-21T01:00:00.000Z')).toEqual(['2026-11-20', '2026-11-21'])
})

test('the last hour of a step chart is an hour wide', () => {
  const start = secondsOf('2026-11-21T14')
  expect(closeSteps(['2026-11-21T14'], [[3]])).toEqual({ times: [start, start + 3600], values: [[3, 3]] })
})
