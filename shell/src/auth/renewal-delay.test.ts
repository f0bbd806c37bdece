import { expect, test } from 'vitest'
import { renewalDelay } from './renewal-delay.ts'

test('renews five minutes before the end', () => {
  expect(renewalDelay(86_400)).toBe(86_100_000)
  expect(renewalDelay(3600)).toBe(3_300_000)
})

test('renews a short token half-way, without a jump at ten minutes', () => {
  expect(renewalDelay(600)).toBe(300_000)
  expect(renewalDelay(120)).toBe(60_000)
  expect(renewalDelay(10)).toBe(5000)
})

test('never spins and never overflows the timer', () => {
  expect(renewalDelay(0)).toBe(1000)
  expect(renewalDelay(-5)).toBe(1000)
  expect(renewalDelay(60 * 86_400)).toBe(2 ** 31 - 1)
})
