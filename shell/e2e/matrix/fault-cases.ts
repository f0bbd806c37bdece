import { listFeatures } from '@encre/build/features'
import { faults, isPossible, type Part, parts } from './faults.ts'

/** One way for a remote to break. */
export interface FaultCase {
  remote: string
  part: Part
  fault: string
  /** Whether the page manifest has a previous version, which works. */
  previous: boolean
}

export const remotes = listFeatures()

export const allFaultCases: FaultCase[] = remotes.flatMap((remote) =>
  [true, false].flatMap((previous) =>
    parts.flatMap((part) => faults.filter((fault) => isPossible(part, fault)).map((fault) => ({ remote, part, fault, previous }))),
  ),
)

/** The sample that `npm test` runs: every fault, in each part where it has its own effect, spread over the remotes. */
export const sampleFaultCases: FaultCase[] = [
  faultCase('generator', 'entry', 'refused', true),
  faultCase('generator', 'entry', 'hang', false),
  faultCase('generator', 'entry', 'throws on load', true),
  faultCase('generator', 'chunk', '500 with JSON', false),
  faultCase('generator', 'chunk', 'slow response', true),
  faultCase('generator', 'chunk', 'throws on render', false),
  faultCase('generator', 'CSS', '404', true),
  faultCase('generator', 'CSS', 'wrong bytes', false),
  faultCase('gallery', 'entry', 'HTML with 200', true),
  faultCase('gallery', 'entry', 'wrong bytes', false),
  faultCase('gallery', 'entry', 'truncated', true),
  faultCase('gallery', 'chunk', 'hang', true),
  faultCase('gallery', 'chunk', 'syntax error', false),
  faultCase('gallery', 'chunk', 'throws on render', true),
  faultCase('gallery', 'CSS', 'hang', true),
  faultCase('gallery', 'CSS', 'HTML with 200', false),
  faultCase('account', 'entry', 'slow response', true),
  faultCase('account', 'entry', 'syntax error', false),
  faultCase('account', 'chunk', '404', true),
  faultCase('account', 'chunk', 'wrong bytes', true),
  faultCase('account', 'chunk', 'throws on load', false),
  faultCase('account', 'CSS', 'refused', false),
  faultCase('account', 'CSS', 'slow response', true),
  faultCase('account', 'CSS', 'syntax error', false),
]

function faultCase(remote: string, part: Part, fault: string, previous: boolean): FaultCase {
  return { remote, part, fault, previous }
}
