// How strongly visitors' reports say that a canary is worse than the live version.
// `canary-steps.ts` decides by it; who has a vote: `health-reports-store.ts`.

/** What the visitors of one version reported. Each has one vote. */
export interface Votes {
  visitors: number
  /** Those with a failure, or with a page that fell silent. */
  failed: number
}

export const noVotes: Votes = { visitors: 0, failed: 0 }

/**
 * The live version counts as one with at least so many visitors, so that a single report on it
 * decides nothing, and a first version has something to be compared with.
 */
const leastLiveVisitors = 50

/**
 * How strongly the votes say that a canary fails for `margin` more of its visitors (0.02: two of a
 * hundred) than the live version, rather than for no more. It is the logarithm of a likelihood
 * ratio: at ln(20) the votes are twenty times as likely if it is worse, at -ln(20) if it is not.
 * Looking often does not wear this measure out, as it does a test that is made once: A. Wald,
 * Sequential Tests of Statistical Hypotheses, Annals of Mathematical Statistics 16 (1945).
 */
export function weighFailures(canary: Votes, live: Votes, margin: number): number {
  if (canary.visitors === 0) return 0
  const other = { ...live, visitors: Math.max(live.visitors, leastLiveVisitors) }
  const difference = rateOf(canary) - rateOf(other)
  const best = likelihoodOf(canary, rateOf(canary)) + likelihoodOf(other, rateOf(other))
  const worse = difference >= margin ? best : likelihoodApart(canary, other, margin)
  const noWorse = difference <= 0 ? best : likelihoodApart(canary, other, 0)
  return worse - noWorse
}

function rateOf({ failed, visitors }: Votes): number {
  return failed / visitors
}

/** The logarithm of how likely the votes are at a failure rate. */
function likelihoodOf({ failed, visitors }: Votes, rate: number): number {
  const ofFailures = failed > 0 ? failed * Math.log(rate) : 0
  const succeeded = visitors - failed
  const ofSuccesses = succeeded > 0 ? succeeded * Math.log(1 - rate) : 0
  return ofFailures + ofSuccesses
}

/** Enough to find a rate to 9 digits. */
const halvings = 30

/** The largest likelihood of all votes, if the canary's rate is the other's plus `distance`. */
function likelihoodApart(canary: Votes, other: Votes, distance: number): number {
  let low = 0
  let high = 1 - distance
  for (let count = 0; count < halvings; count++) {
    const middle = (low + high) / 2
    const slope = slopeAt(other, middle) + slopeAt(canary, middle + distance)
    if (slope > 0) low = middle
    else high = middle
  }
  const rate = (low + high) / 2
  return likelihoodOf(other, rate) + likelihoodOf(canary, rate + distance)
}

function slopeAt({ failed, visitors }: Votes, rate: number): number {
  return failed / rate - (visitors - failed) / (1 - rate)
}
