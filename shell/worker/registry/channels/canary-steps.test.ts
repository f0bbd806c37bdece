import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  aims,
  type Cell,
  createRandom,
  measureCell,
  simulateCanary,
} from '../../testing/simulate-canaries.ts'
import { describeWait, type Evidence, judge, leastFailures, leastVisitors } from './canary-steps.ts'
import { type Votes, weighFailures } from './compare-failures.ts'

const dayMs = 86_400_000
const votes = fc
  .tuple(fc.nat(300), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([visitors, rate]): Votes => ({ visitors, failed: Math.floor(visitors * rate ** 3) }))

const evidence: fc.Arbitrary<Evidence> = fc
  .record({
    share: fc.integer({ min: 1, max: 100 }),
    ageMs: fc.integer({ min: 0, max: 400 * dayMs }),
    canary: votes,
    live: votes,
  })
  .map((one) => ({ ...one, recent: one.canary.visitors }))

describe('whatever a canary has shown', () => {
  it('time without visitors moves nothing', () => {
    const property = fc.property(evidence, votes, (one, live) => {
      const nobody = { ...one, canary: { visitors: 0, failed: 0 }, live }
      expect(judge(nobody)).toEqual({ move: 'wait' })
    })
    fc.assert(property)
  })

  it('more visitors get it only by evidence of twenty to one', () => {
    const property = fc.property(evidence, (one) => {
      const judgement = judge(one)
      if (judgement.move === 'wait' || judgement.move === 'end') return
      const { canary, live } = one
      expect(canary.visitors).toBeGreaterThanOrEqual(leastVisitors)
      expect(weighFailures(canary, live, judgement.margin)).toBeLessThanOrEqual(-Math.log(20))
      expect(judgement.move === 'raise' ? judgement.share : 101).toBeGreaterThan(one.share)
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('it ends at any age, by failures of more than one client, and never by too few votes for it', () => {
    const property = fc.property(evidence, fc.nat(400 * dayMs), (one, ageMs) => {
      const ends = judge(one).move === 'end'
      expect(judge({ ...one, ageMs }).move === 'end').toBe(ends)
      if (ends) expect(one.canary.failed).toBeGreaterThanOrEqual(leastFailures)
    })
    fc.assert(property)
  })

  it('says how much it has seen while it waits', () => {
    const property = fc.property(evidence, (one) => {
      if (judge(one).move !== 'wait' || one.canary.visitors === 0) return
      expect(describeWait(one)).toMatch(
        new RegExp(`^${one.canary.visitors} (of about \\d+ )?visitors seen`),
      )
    })
    fc.assert(property)
  })
})

test.each([
  { share: 5, next: 50 },
  { share: 10, next: 50 },
  { share: 25, next: 100 },
  { share: 50, next: 100 },
])('good reports raise $share % to $next %', ({ share, next }) => {
  const good = { visitors: 200, failed: 0 }
  const seen = { share, canary: good, live: good, recent: 200 }
  expect(judge({ ...seen, ageMs: 599_000 })).toEqual({ move: 'wait' })
  expect(judge({ ...seen, ageMs: 600_000 })).toMatchObject({ move: 'raise', share: next })
})

test('a small site goes on after two days, when 5 points more are excluded', () => {
  const seen = {
    share: 50,
    canary: { visitors: 100, failed: 0 },
    live: { visitors: 105, failed: 0 },
    recent: 90,
  }
  expect(judge({ ...seen, ageMs: 1.9 * dayMs })).toEqual({ move: 'wait' })
  expect(judge({ ...seen, ageMs: 2 * dayMs })).toMatchObject({ move: 'raise', margin: 0.05 })
})

test.each<{ seen: Partial<Evidence>; text: string }>([
  { seen: {}, text: '61 of about 149 visitors seen, one more day' },
  {
    seen: { canary: { visitors: 0, failed: 0 } },
    text: 'nobody has seen it to the end of a visit: it waits for visitors, or for npm run release promote',
  },
  {
    seen: { recent: 0, canary: { visitors: 20, failed: 0 } },
    text: '20 of about 149 visitors seen',
  },
  { seen: { recent: 5 }, text: '61 visitors seen, one more day' },
  { seen: { share: 100, ageMs: dayMs / 2 }, text: '61 visitors seen, 12 more hours' },
  { seen: { share: 10, ageMs: 60_000 }, text: '61 visitors seen, 9 more minutes' },
])('says "$text"', ({ seen, text }) => {
  const one = {
    share: 50,
    ageMs: dayMs * 0.75,
    canary: { visitors: 61, failed: 0 },
    live: { visitors: 60, failed: 0 },
    recent: 61,
  }
  expect(describeWait({ ...one, ...seen })).toBe(text)
})

describe('canaries in clock time, with visitors who return and vote once', () => {
  // `npm test -- --long canaries` runs 1,000 each.
  test.each(aims)('$cell', ({ cell, atLeast = 0, atMost = 100 }) => {
    const { reachedEveryone } = measureCell(cell, 100)
    expect(reachedEveryone).toBeGreaterThanOrEqual(atLeast)
    expect(reachedEveryone).toBeLessThanOrEqual(atMost)
  })

  it('one that fails for everyone harms few and reaches nobody else, on a site of any size', () => {
    const site = fc.record({
      visitsPerDay: fc.integer({ min: 20, max: 3000 }),
      liveRate: fc.double({ min: 0, max: 0.05, noNaN: true }),
      silent: fc.boolean(),
    })
    const property = fc.property(site, fc.integer(), (one, seed) => {
      const cell: Cell = { ...one, more: 1 }
      const { reachedEveryone, harmed } = simulateCanary(cell, createRandom(seed))
      expect(reachedEveryone).toBe(false)
      expect(harmed).toBeLessThan(20)
    })
    fc.assert(property, { numRuns: 50 })
  })
})

it('goes back by itself when it fails only after everyone has it', () => {
  const good = { visitors: 200, failed: 1 }
  const late = { share: 100, ageMs: dayMs / 2, live: good, recent: 100 }
  expect(judge({ ...late, canary: { visitors: 300, failed: 1 } })).toEqual({ move: 'wait' })
  expect(judge({ ...late, canary: { visitors: 300, failed: 21 } })).toEqual({ move: 'end' })
})
