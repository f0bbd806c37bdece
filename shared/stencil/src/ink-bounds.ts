import { type Component, eachComponent, joinSides, type Sides, spanOf } from './components.ts'
import type { Box } from './pixels.ts'

/** Where the ink of a picture or of a stencil is. */
export interface InkBounds {
  /** The drawing, without specks that lie apart. */
  readonly box: Box
  /** Everything of two pixels and more. */
  readonly whole: Box
  /** Whether a small part of the drawing lies apart from the rest, and counts. */
  readonly isLone: boolean
}

/** A smaller mark may be a speck: 1 mm at 12.5 cm, and a share of all ink. */
const speckShare = 0.008
const speckInk = 0.003
/** Marks this near to the drawing belong to it, as a share of its longest side. */
const nearShare = 0.02
const nearDots = 0.08
/** With more of the ink in small marks, dots are the drawing. */
const dottedInk = 0.2
/** A part with at most this share of the ink is lone, if a band of paper this wide is beside it. */
const loneInk = 0.05
const loneShare = 0.04

type Mark = Pick<Component, 'size' | keyof Sides>

/** Finds the drawing among the pixels that are 1. Null without two pixels beside each other. */
export function inkBounds(isInk: Uint8Array, width: number): InkBounds | null {
  const marks: Mark[] = []
  eachComponent(isInk, width, (mark) => {
    if (mark.size > 1) marks.push(mark)
  })
  if (marks.length === 0) return null
  const whole = joinSides(marks)
  const sides = findDrawing(marks, whole)
  const inside = marks.filter((mark) => gapBetween(mark, sides) === 0)
  return { box: toBox(sides), whole: toBox(whole), isLone: hasLonePart(inside, sides) }
}

/** The large marks, and the small ones near to them, and those near to these. */
function findDrawing(marks: readonly Mark[], whole: Sides): Sides {
  const ink = inkOf(marks)
  const isSmall = (mark: Mark, longest: number) =>
    spanOf(mark) < speckShare * longest && mark.size < speckInk * ink
  const large = marks.filter((mark) => !isSmall(mark, spanOf(whole)))
  if (large.length === 0) return whole
  // A speck far away made everything else look small.
  const longest = spanOf(joinSides(large))
  let drawing = joinSides(marks.filter((mark) => !isSmall(mark, longest)))
  let small = marks.filter((mark) => isSmall(mark, longest))
  const reach = longest * (inkOf(small) > dottedInk * ink ? nearDots : nearShare)
  for (;;) {
    const near = small.filter((mark) => gapBetween(mark, drawing) <= reach)
    if (near.length === 0) return drawing
    small = small.filter((mark) => !near.includes(mark))
    drawing = joinSides([drawing, ...near])
  }
}

/** Whether a band of paper from edge to edge parts a little of the ink from the rest. */
function hasLonePart(marks: readonly Mark[], sides: Sides): boolean {
  const least = loneShare * spanOf(sides)
  const ink = inkOf(marks)
  const axes = [
    ['left', 'right'],
    ['top', 'bottom'],
  ] as const
  return axes.some(([from, to]) => {
    let end = sides[from]
    let before = 0
    for (const mark of marks.toSorted((one, other) => one[from] - other[from])) {
      const isLittle = Math.min(before, ink - before) <= loneInk * ink
      if (isLittle && mark[from] - end > least) return true
      end = Math.max(end, mark[to])
      before += mark.size
    }
    return false
  })
}

/** The longer way of paper between two boxes, across or down; 0 where they touch. */
function gapBetween(one: Sides, other: Sides): number {
  const across = Math.max(one.left - other.right, other.left - one.right)
  const down = Math.max(one.top - other.bottom, other.top - one.bottom)
  return Math.max(0, across, down)
}

function inkOf(marks: readonly Mark[]): number {
  return marks.reduce((sum, { size }) => sum + size, 0)
}

function toBox({ left, top, right, bottom }: Sides): Box {
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}
