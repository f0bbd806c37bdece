import { type Votes, weighFailures } from './compare-failures.ts'

/**
 * When a canary gets more visitors, waits or ends. `judge-canary.ts` asks it after each report of a
 * failure and every minute; a page reports as `shell/src/federation/health-reports.ts` says.
 */

/** All that a canary is judged by. */
export interface Evidence {
  /** The percentage of the visitors who get it. */
  share: number
  /** Milliseconds since it got this share. */
  ageMs: number
  canary: Votes
  /** The version that the others get, or had until the canary reached everyone. */
  live: Votes
  /** The canary's visitors since it got this share. */
  recent: number
}

export type Judgement =
  | { move: 'end' }
  | { move: 'raise'; share: number; margin: number }
  | { move: 'promote'; margin: number }
  | { move: 'wait' }

/** The votes exclude that the canary fails for `margin` more, and it has had its share so long. */
interface Condition {
  margin: number
  afterMs: number
}

interface Step {
  /** For canaries with at most this share. */
  upTo: number
  /** One of them is enough. */
  conditions: Condition[]
  goal: { move: 'raise'; share: number } | { move: 'promote' }
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** No step is shorter, so that failures that take a while are seen by few. */
export const shortestStepMs = 10 * minuteMs
/** Everyone has a canary for so long before it is the current version. */
export const lastStepMs = dayMs

/**
 * What a canary has to show before it goes on. 5 % of a small site tells nothing, so half of its
 * visitors follow the first good reports. Where two days do not suffice to exclude 2 points, 5
 * points have to do.
 */
const steps: readonly Step[] = [
  {
    upTo: 10,
    conditions: [{ margin: 0.2, afterMs: shortestStepMs }],
    goal: { move: 'raise', share: 50 },
  },
  {
    upTo: 99,
    conditions: [
      { margin: 0.02, afterMs: shortestStepMs },
      { margin: 0.05, afterMs: 2 * dayMs },
    ],
    goal: { move: 'raise', share: 100 },
  },
  {
    upTo: 100,
    conditions: [{ margin: 0.05, afterMs: lastStepMs }],
    goal: { move: 'promote' },
  },
]

/** A verdict needs votes that are this many times as likely if it is right. */
const certainty = Math.log(20)
/** A canary that fails for this many more ends, at every step. */
const endMargin = 0.02
/** Fewer visitors show nothing, however often the live version fails meanwhile. */
export const leastVisitors = 10
/** Two clients, each with an IPv4 and an IPv6 network, send as many. */
export const leastFailures = 4

/** What happens to a canary. Time alone never raises it. */
export function judge(evidence: Evidence): Judgement {
  const { canary, live, ageMs } = evidence
  const isWorse = weighFailures(canary, live, endMargin) >= certainty
  if (isWorse && canary.failed >= leastFailures) return { move: 'end' }
  const { conditions, goal } = stepOf(evidence)
  const met = conditions.find(
    ({ margin, afterMs }) => ageMs >= afterMs && excludes(canary, live, margin),
  )
  return met ? { ...goal, margin: met.margin } : { move: 'wait' }
}

function stepOf({ share }: Evidence): Step {
  const step = steps.find(({ upTo }) => share <= upTo)
  if (!step) throw new Error(`a canary cannot have ${share} % of the visitors`)
  return step
}

function excludes(canary: Votes, live: Votes, margin: number): boolean {
  const isMany = canary.visitors >= leastVisitors
  return isMany && weighFailures(canary, live, margin) <= -certainty
}

/** "61 of about 160 visitors seen, one more day" */
export function describeWait(evidence: Evidence): string {
  const { visitors } = evidence.canary
  if (visitors === 0)
    return 'nobody has seen it to the end of a visit: it waits for visitors, or for npm run release promote'
  const forecasts = stepOf(evidence).conditions.map((condition) => foresee(evidence, condition))
  const [first] = forecasts.toSorted((one, other) => one.waitMs - other.waitMs)
  const needed = first?.needed ?? visitors
  const seen = needed > visitors ? `${visitors} of about ${needed}` : `${visitors}`
  const wait = first && Number.isFinite(first.waitMs) ? `, ${describeDuration(first.waitMs)}` : ''
  return `${seen} visitors seen${wait}`
}

/** When a condition will be met, if all visitors from now on succeed and come as until now. */
function foresee({ canary, live, ageMs, recent }: Evidence, { margin, afterMs }: Condition) {
  const needed = countNeeded(canary, live, margin)
  const missing = needed - canary.visitors
  const msPerVisitor = recent === 0 ? Number.POSITIVE_INFINITY : ageMs / recent
  const visitorsMs = missing === 0 ? 0 : missing * msPerVisitor
  return { needed, waitMs: Math.max(visitorsMs, afterMs - ageMs) }
}

/** The number of visitors that excludes `margin`, if all further ones succeed. */
function countNeeded({ visitors, failed }: Votes, live: Votes, margin: number): number {
  const suffices = (count: number) => excludes({ visitors: count, failed }, live, margin)
  let enough = visitors
  while (!suffices(enough)) enough *= 2
  let tooFew = Math.max(visitors, enough / 2)
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2)
    if (suffices(middle)) enough = middle
    else tooFew = middle
  }
  return enough
}

function describeDuration(ms: number): string {
  if (ms < hourMs) return countOf(ms / minuteMs, 'minute')
  return ms < dayMs * 0.75 ? countOf(ms / hourMs, 'hour') : countOf(ms / dayMs, 'day')
}

function countOf(amount: number, unit: string): string {
  const whole = Math.max(1, Math.round(amount))
  return whole === 1 ? `one more ${unit}` : `${whole} more ${unit}s`
}
