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

/** The sample that `npm test` runs: every fault once, spread over the parts and the remotes, with and without a previous version. */
export const sampleFaultCases: FaultCase[] = [
  faultCase('generator', 'entry', 'refused', true),
  faultCase('generator', 'entry', 'throws on load', true),
  faultCase('generator', 'chunk', '500 with JSON', false),
  faultCase('generator', 'CSS', 'wrong bytes', false),
  faultCase('gallery', 'entry', 'truncated', true),
  faultCase('gallery', 'chunk', 'syntax error', false),
  faultCase('gallery', 'chunk', 'throws on render', true),
  faultCase('gallery', 'CSS', 'hang', true),
  faultCase('account', 'entry', 'slow response', false),
  faultCase('account', 'chunk', '404', true),
  faultCase('account', 'CSS', 'HTML with 200', false),
]

function faultCase(remote: string, part: Part, fault: string, previous: boolean): FaultCase {
  return { remote, part, fault, previous }
}
