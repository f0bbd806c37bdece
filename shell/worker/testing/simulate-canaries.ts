import { judge } from '../registry/channels/canary-steps.ts'
import type { Votes } from '../registry/channels/compare-failures.ts'

/** A site, and a canary on it. Rates are from 0 to 1. */
export interface Cell {
  visitsPerDay: number
  /** How often a visit of either version fails. */
  liveRate: number
  /** The share of the visitors for whom the canary fails as well. */
  more: number
  /** Its pages stop without a report. */
  silent?: boolean
}

export interface Outcome {
  reachedEveryone: boolean
  /** It ended after it had reached everyone. */
  wentBack: boolean
  /** Visitors for whom the canary failed, live's failures included. */
  harmed: number
  /** From its start until it reached everyone. */
  days: number | null
}

/** Repeatable numbers from 0 to 1: mulberry32. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const firstShare = 10
const mostDays = 30

/** Half of the visits are by somebody who has been here in the last week or so. */
const returningRate = 0.5
const regularDays = 7

interface Visitor {
  /** From 0 to 100, as the registry's. */
  bucket: number
  /** The canary fails for this visitor. */
  isHit: boolean
  /** One for each version: a later success does not take a failure back. */
  voted: Record<Version, 'done' | 'failed' | null>
}

type Version = 'canary' | 'live'

interface Vote {
  at: number
  visitor: Visitor
  version: Version
  isFailure: boolean
}

/** Runs a canary in clock time, from its start on a working day until a day after everyone has it. */
export function simulateCanary(cell: Cell, random: () => number): Outcome {
  const start = 8 * hourMs + random() * 10 * hourMs
  const trial = createTrial(start)
  const pending: Vote[] = []
  const isOverAt = (now: number): boolean => {
    while (pending[0] && pending[0].at <= now) {
      if (trial.takeVote(pending.shift() as Vote)) return true
    }
    return trial.judgeAt(now) || now > trial.state.until
  }
  for (const { at, visitor } of createVisits(cell, start, random)) {
    if (isOverAt(at)) break
    const version = visitor.bucket < trial.state.share ? 'canary' : 'live'
    const isFailure = random() < cell.liveRate || (version === 'canary' && visitor.isHit)
    const vote = { at, visitor, version, isFailure } as const
    // A success is final after a minute, and so is silence. A failure is reported at once.
    if (!isFailure || cell.silent) pending.push({ ...vote, at: at + minuteMs })
    else if (trial.takeVote(vote)) break
  }
  return trial.outcome
}

/** The registry's part. `judgeAt` and `takeVote` return whether the canary is over. */
function createTrial(start: number) {
  const until = start + mostDays * dayMs
  const state = { share: firstShare, stepAt: start, recent: 0, until }
  const votes = { canary: countNone(), live: countNone() }
  const outcome: Outcome = { reachedEveryone: false, wentBack: false, harmed: 0, days: null }

  const judgeAt = (now: number): boolean => {
    const { share, stepAt, recent } = state
    const judgement = judge({ ...votes, share, ageMs: now - stepAt, recent })
    if (judgement.move === 'end') outcome.wentBack = outcome.reachedEveryone
    if (judgement.move === 'raise') {
      Object.assign(state, { share: judgement.share, stepAt: now, recent: 0 })
    }
    if (judgement.move === 'raise' && judgement.share === 100) {
      outcome.reachedEveryone = true
      outcome.days = (now - start) / dayMs
      state.until = now + dayMs
    }
    return judgement.move === 'end' || judgement.move === 'promote'
  }
  const takeVote = (vote: Vote): boolean => {
    const { failed, visitors } = votes[vote.version]
    countVote(votes[vote.version], vote)
    if (vote.version === 'canary') {
      state.recent += votes.canary.visitors - visitors
      outcome.harmed += votes.canary.failed - failed
    }
    return judgeAt(vote.at)
  }
  return { state, outcome, judgeAt, takeVote }
}

function countNone(): Votes {
  return { visitors: 0, failed: 0 }
}

function countVote(votes: Votes, { visitor, version, isFailure }: Vote): void {
  const before = visitor.voted[version]
  if (before === null) votes.visitors += 1
  if (isFailure && before !== 'failed') votes.failed += 1
  visitor.voted[version] = isFailure || before === 'failed' ? 'failed' : 'done'
}

/** Visits without end, in their order: many in the afternoon, few at night. */
function* createVisits(
  { visitsPerDay, more }: Cell,
  start: number,
  random: () => number,
): Generator<{ at: number; visitor: Visitor }> {
  const createVisitor = (): Visitor => ({
    bucket: random() * 100,
    isHit: random() < more,
    voted: { canary: null, live: null },
  })
  const regularCount = Math.ceil(visitsPerDay * (1 - returningRate) * regularDays)
  const regulars = Array.from({ length: regularCount }, createVisitor)
  const most = (visitsPerDay / dayMs) * 2
  for (let at = start; ; ) {
    at -= Math.log(1 - random()) / most
    const activity = (1 - 0.9 * Math.cos((2 * Math.PI * at) / dayMs)) / 2
    if (random() > activity) continue
    const place = Math.floor(random() * regularCount)
    const regular = regulars[place] as Visitor
    const visitor = random() < returningRate ? regular : createVisitor()
    regulars[place] = visitor
    yield { at, visitor }
  }
}

export interface Figures {
  /** Percentages of the canaries. */
  reachedEveryone: number
  wentBack: number
  /** The mean number of visitors for whom a canary failed. */
  harmed: number
  /** Until everyone had it, for half of those that got there. Null when none did. */
  days: number | null
}

/** The figures of many canaries. */
export function measureCell(cell: Cell, runs: number): Figures {
  const random = createRandom(Math.round(cell.visitsPerDay + cell.more * 1e5))
  const outcomes = Array.from({ length: runs }, () => simulateCanary(cell, random))
  const percentOf = (which: (outcome: Outcome) => boolean) =>
    (outcomes.filter(which).length / runs) * 100
  const days = outcomes.flatMap((outcome) => outcome.days ?? []).toSorted((a, b) => a - b)
  return {
    reachedEveryone: percentOf((outcome) => outcome.reachedEveryone),
    wentBack: percentOf((outcome) => outcome.wentBack),
    harmed: outcomes.reduce((sum, { harmed }) => sum + harmed, 0) / runs,
    days: days[Math.floor(days.length / 2)] ?? null,
  }
}

/** What a canary has to reach: percentages of 1,000 canaries that everyone gets. */
export const aims: { cell: Cell; atLeast?: number; atMost?: number }[] = [
  { cell: { visitsPerDay: 200, liveRate: 0.005, more: 0 }, atLeast: 90 },
  { cell: { visitsPerDay: 200, liveRate: 0.005, more: 0.05 }, atMost: 20 },
  { cell: { visitsPerDay: 200, liveRate: 0.005, more: 0.2 }, atMost: 2 },
  { cell: { visitsPerDay: 200, liveRate: 0.005, more: 0.2, silent: true }, atMost: 2 },
  { cell: { visitsPerDay: 2000, liveRate: 0.005, more: 0 }, atLeast: 95 },
  { cell: { visitsPerDay: 2000, liveRate: 0.005, more: 0.02 }, atMost: 20 },
  { cell: { visitsPerDay: 2000, liveRate: 0.005, more: 0.05 }, atMost: 1 },
  { cell: { visitsPerDay: 2000, liveRate: 0.005, more: 0.05, silent: true }, atMost: 1 },
]
