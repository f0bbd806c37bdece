import { afterEach, expect, it, vi } from 'vitest'
import { endOfDay } from './moment.ts'

afterEach(() => void vi.useRealTimers())

it('the day ends at midnight in UTC', () => {
  vi.useFakeTimers()
  vi.setSystemTime('2026-11-30T23:59:59.999Z')
  expect(endOfDay()).toBe('2026-12-01T00:00:00.000Z')
})
