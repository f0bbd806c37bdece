import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Votes, weighFailures } from './compare-failures.ts'

const votes = fc
  .tuple(fc.integer({ min: 1, max: 400 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([visitors, rate]): Votes => ({ visitors, failed: Math.floor(visitors * rate) }))
const margin = fc.constantFrom(0.02, 0.05, 0.2)

describe('whatever the votes', () => {
  it('a failure more never makes a canary look better, and a success more never worse', () => {
    const property = fc.property(votes, votes, margin, (canary, live, by) => {
      const { visitors, failed } = canary
      const weight = weighFailures(canary, live, by)
      const withSuccess = weighFailures({ visitors: visitors + 1, failed }, live, by)
      expect(withSuccess).toBeLessThanOrEqual(weight + 1e-6)
      if (failed === visitors) return
      const withFailure = weighFailures({ visitors, failed: failed + 1 }, live, by)
      expect(withFailure).toBeGreaterThanOrEqual(weight - 1e-6)
    })
    fc.assert(property)
  })

  it('the rates of the two versions decide what the votes say', () => {
    const property = fc.property(votes, votes, margin, (canary, live, by) => {
      const others = Math.max(live.visitors, 50)
      const difference = canary.failed / canary.visitors - live.failed / others
      const weight = weighFailures(canary, live, by)
      if (difference <= 0) expect(weight).toBeLessThanOrEqual(1e-6)
      if (difference >= by) expect(weight).toBeGreaterThanOrEqual(-1e-6)
    })
    fc.assert(property)
  })
})

it('is the logarithm of how much likelier the votes are', () => {
  // Nobody failed: 0.98 to the power of 50 against 1.
  const weight = weighFailures({ visitors: 50, failed: 0 }, { visitors: 1000, failed: 0 }, 0.02)
  expect(weight).toBeCloseTo(50 * Math.log(0.98), 4)
})

it('says nothing without visitors, and is not decided by one report on the live version', () => {
  expect(weighFailures({ visitors: 0, failed: 0 }, { visitors: 400, failed: 1 }, 0.02)).toBe(0)
  const canary = { visitors: 50, failed: 10 }
  const weight = weighFailures(canary, { visitors: 1, failed: 1 }, 0.02)
  expect(weight).toBeGreaterThan(Math.log(20))
})
