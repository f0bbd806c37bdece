/** Reports on one version. */
export interface Failures {
  reports: number
  /** Those with a failure, or with a page that fell silent. */
  failed: number
}

/** A canary is judged from this many reports on. */
export const minimumReports = 50
/** A canary ends when its failure rate certainly exceeds the live version's by this much. */
const endMargin = 0.01
/** It rises when its failure rate certainly exceeds the live version's by less than this. */
const riseMargin = 0.02

/**
 * Whether a canary fails more often than the live version. `worse` and `as-good` hold for the whole
 * interval in which the difference lies with 95 % confidence; otherwise more reports are needed.
 * The live version counts as one with at least `minimumReports`, so that a single report on it
 * decides nothing.
 */
export function compareFailures(canary: Failures, live: Failures): 'worse' | 'as-good' | 'unclear' {
  if (canary.reports < minimumReports) return 'unclear'
  const { low, high } = differenceOf(canary, {
    reports: Math.max(live.reports, minimumReports),
    failed: live.failed,
  })
  if (low > endMargin) return 'worse'
  return high < riseMargin ? 'as-good' : 'unclear'
}

/**
 * The difference of two rates, by their own intervals: method 10 of R. G. Newcombe, Interval
 * estimation for the difference between independent proportions, Statistics in Medicine 17 (1998).
 */
function differenceOf(canary: Failures, live: Failures): { low: number; high: number } {
  const one = rateOf(canary)
  const other = rateOf(live)
  const difference = one.rate - other.rate
  return {
    low: difference - Math.hypot(one.rate - one.low, other.high - other.rate),
    high: difference + Math.hypot(one.high - one.rate, other.rate - other.low),
  }
}

/** The deviation of a normal distribution that 95 % lie within. */
const z = 1.96

/** A rate with E. B. Wilson's score interval. */
export function rateOf({ failed, reports }: Failures): { rate: number; low: number; high: number } {
  if (reports === 0) return { rate: 0, low: 0, high: 1 }
  const rate = failed / reports
  const scale = 1 + z ** 2 / reports
  const centre = (rate + z ** 2 / (2 * reports)) / scale
  const reach = (z / scale) * Math.sqrt((rate * (1 - rate)) / reports + (z / (2 * reports)) ** 2)
  return { rate, low: Math.max(0, centre - reach), high: Math.min(1, centre + reach) }
}
