import { expect, test } from 'vitest'
import { renewalDelay } from './renewal-delay.ts'

test('renews a token five minutes before it expires', () => {
  expect(renewalDelay(86_400)).toBe(86_100_000)
  expect(renewalDelay(3600)).toBe(3_300_000)
  expect(renewalDelay(320)).toBe(20_000)
})

test('renews a token of about five minutes half-way', () => {
  expect(renewalDelay(305)).toBe(152_500)
  expect(renewalDelay(120)).toBe(60_000)
  expect(renewalDelay(10)).toBe(5000)
})

test('never loops and never overflows the timer', () => {
  expect(renewalDelay(0)).toBe(1000)
  expect(renewalDelay(-5)).toBe(1000)
  expect(renewalDelay(60 * 86_400)).toBe(2 ** 31 - 1)
})
