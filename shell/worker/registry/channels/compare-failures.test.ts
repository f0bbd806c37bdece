import { describe, expect, it } from 'vitest'
import { compareFailures, type Failures, minimumReports } from './compare-failures.ts'

/** Repeatable numbers from 0 to 1: mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const liveRate = 0.005
const reportsPerStep = 600

/**
 * A canary with a failure rate of its own, judged at every report: where it ended, and after how
 * many reports on it.
 */
function runCanary(canaryRate: number, random: () => number) {
  const rates = { canary: canaryRate, live: liveRate }
  const all = countNone()
  const runStep = (share: number) => {
    const step = countNone()
    while (step.canary.reports < reportsPerStep) {
      const version = random() < share ? 'canary' : 'live'
      const isFailure = random() < rates[version]
      count(step[version], isFailure)
      count(all[version], isFailure)
      if (compareFailures(all.canary, all.live) === 'worse') return 'worse'
      if (compareFailures(step.canary, step.live) === 'as-good') return 'as-good'
    }
    return 'waits'
  }
  for (const share of [0.05, 0.25, 0.5]) {
    const end = runStep(share)
    if (end !== 'as-good') return { end, reports: all.canary.reports }
  }
  return { end: 'everyone', reports: all.canary.reports }
}

function count(counts: Failures, isFailure: boolean): void {
  counts.reports += 1
  if (isFailure) counts.failed += 1
}

function countNone(): Record<'canary' | 'live', Failures> {
  return { canary: { reports: 0, failed: 0 }, live: { reports: 0, failed: 0 } }
}

describe('1,000 canaries beside a live version that fails for one visitor in 200', () => {
  const run = (canaryRate: number) => {
    const random = createRandom(Math.round(canaryRate * 1e6))
    return Array.from({ length: 1000 }, () => runCanary(canaryRate, random))
  }
  const share = (ends: unknown[]) => ends.length / 1000

  it('as good: at most 1 % end, at least 90 % reach everyone', () => {
    const ends = run(liveRate)
    expect(share(ends.filter(({ end }) => end === 'worse'))).toBeLessThanOrEqual(0.01)
    expect(share(ends.filter(({ end }) => end === 'everyone'))).toBeGreaterThanOrEqual(0.9)
  })

  it('2 points worse: at most 5 % reach everyone', () => {
    const ends = run(liveRate + 0.02)
    expect(share(ends.filter(({ end }) => end === 'everyone'))).toBeLessThanOrEqual(0.05)
  })

  it('5 points worse: at least 95 % end within 200 reports', () => {
    const ends = run(liveRate + 0.05)
    const soon = ends.filter(({ end, reports }) => end === 'worse' && reports <= 200)
    expect(share(soon)).toBeGreaterThanOrEqual(0.95)
  })
})

it('needs fifty reports, and a failure more never makes a canary look better', () => {
  const live = { reports: 400, failed: 2 }
  const rank = { 'as-good': 0, unclear: 1, worse: 2 }
  expect(compareFailures({ reports: minimumReports - 1, failed: 49 }, live)).toBe('unclear')
  for (const reports of [50, 100, 200, 400, 1000]) {
    const verdicts = Array.from(
      { length: reports + 1 },
      (_, failed) => rank[compareFailures({ reports, failed }, live)],
    )
    expect(verdicts).toEqual(verdicts.toSorted())
    expect(verdicts.at(-1)).toBe(rank.worse)
  }
})

it('is not decided by one report on the live version', () => {
  expect(compareFailures({ reports: 50, failed: 10 }, { reports: 1, failed: 1 })).toBe('worse')
  expect(compareFailures({ reports: 200, failed: 0 }, { reports: 0, failed: 0 })).toBe('as-good')
})
