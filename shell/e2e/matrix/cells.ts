import { faults, isPossible, type Part, parts } from './faults.ts'

export interface Cell {
  remote: string
  part: Part
  fault: string
  /** Whether a version before the broken one was published. */
  previous: boolean
}

export const remotes = ['generator', 'gallery', 'account']

export const allCells: Cell[] = remotes.flatMap((remote) =>
  [true, false].flatMap((previous) =>
    parts.flatMap((part) => faults.filter((fault) => isPossible(part, fault)).map((fault) => ({ remote, part, fault, previous }))),
  ),
)

/** Those that differ most: every way to fail, in each part that fails in a way of its own, over the three remotes. */
export const someCells: Cell[] = [
  cell('generator', 'entry', 'refused', true),
  cell('generator', 'entry', 'hang', false),
  cell('generator', 'entry', 'throws on load', true),
  cell('generator', 'chunk', '500 with JSON', false),
  cell('generator', 'chunk', 'drip', true),
  cell('generator', 'chunk', 'throws on render', false),
  cell('generator', 'CSS', '404', true),
  cell('generator', 'CSS', 'wrong bytes', false),
  cell('gallery', 'entry', 'HTML with 200', true),
  cell('gallery', 'entry', 'wrong bytes', false),
  cell('gallery', 'entry', 'truncated', true),
  cell('gallery', 'chunk', 'hang', true),
  cell('gallery', 'chunk', 'syntax error', false),
  cell('gallery', 'chunk', 'throws on render', true),
  cell('gallery', 'CSS', 'hang', true),
  cell('gallery', 'CSS', 'HTML with 200', false),
  cell('account', 'entry', 'drip', true),
  cell('account', 'entry', 'syntax error', false),
  cell('account', 'chunk', '404', true),
  cell('account', 'chunk', 'wrong bytes', true),
  cell('account', 'chunk', 'throws on load', false),
  cell('account', 'CSS', 'refused', false),
  cell('account', 'CSS', 'drip', true),
  cell('account', 'CSS', 'syntax error', false),
]

function cell(remote: string, part: Part, fault: string, previous: boolean): Cell {
  return { remote, part, fault, previous }
}
