import { eachComponent, joinSides, maskAbove, type Sides } from './components.ts'
import { compareWithPaper } from './paper.ts'
import { type Box, longestOf, type Pixels, reduceField } from './pixels.ts'

/** How deep the border is in which a frame lies, as a share of the ink's width or height. */
const bandShare = 0.12
/** A frame covers more than this share of each side. */
const coveredShare = 0.7
/** Each part of a frame is longer than this share of a side. */
const partShare = 0.25
/** The drawing inside is wider and higher than this share of the frame. */
const innerShare = 0.3
/** A cell with ink is this far from the paper. */
const leastInk = 0.06
/** Cells along the longest side: a frame need not be found to the pixel. */
const cellCount = 512
/** Fewer are a speck. */
const fewestCells = 8

interface Group extends Sides {
  readonly cells: Int32Array
}

/**
 * The drawing within a frame along the border; null where there is no frame, or nothing but one.
 * Versions before Cadrer left such a frame out by themselves: settings of that time are opened so.
 */
export function findFramed(picture: Pixels): Box | null {
  const size = Math.ceil(longestOf(picture) / cellCount)
  const { paper, distances } = compareWithPaper(picture)
  const grid = reduceField({ ...picture, data: distances }, size)
  const { width } = grid
  const groups: Group[] = []
  eachComponent(maskAbove(grid, Math.max(leastInk, paper.spread)), width, (group) => {
    if (group.size >= fewestCells) groups.push({ ...group, cells: group.listIndices() })
  })
  const all = joinSides(groups)
  const shareOf = (sides: Sides) => ({
    across: (sides.right - sides.left + 1) / (all.right - all.left + 1),
    down: (sides.bottom - sides.top + 1) / (all.bottom - all.top + 1),
  })
  /** Whether a cell lies in the border at the left, right, top and bottom. */
  const bordersOf = (cell: number) => {
    const x = cell % width
    const y = Math.floor(cell / width)
    const before = shareOf({ left: all.left, right: x, top: all.top, bottom: y })
    const after = shareOf({ left: x, right: all.right, top: y, bottom: all.bottom })
    return [before.across, after.across, before.down, after.down].map((each) => each < bandShare)
  }
  const isPart = (group: Group) => {
    const { across, down } = shareOf(group)
    const isLong = Math.max(across, down) > partShare
    return isLong && group.cells.every((cell) => bordersOf(cell).some(Boolean))
  }
  const parts = groups.filter(isPart)
  const inner = joinSides(groups.filter((group) => !parts.includes(group)))
  const { across, down } = shareOf(inner)
  const cells = parts.flatMap((part) => [...part.cells])
  const isCovered = [0, 1, 2, 3].every((side) => {
    const beside = cells.filter((cell) => bordersOf(cell)[side])
    const places = beside.map((cell) => (side < 2 ? Math.floor(cell / width) : cell % width))
    const length = side < 2 ? all.bottom - all.top : all.right - all.left
    return new Set(places).size > coveredShare * (length + 1)
  })
  const isDrawing = Math.min(across, down) > innerShare
  if (!isDrawing || !isCovered) return null
  // With half of the paper between the drawing and its frame.
  const margin = cells.reduce((least, cell) => {
    const x = cell % width
    const y = Math.floor(cell / width)
    const beside = Math.max(inner.left - x, x - inner.right, inner.top - y, y - inner.bottom)
    return Math.min(least, Math.max(0, Math.floor(beside / 2)))
  }, cellCount)
  return {
    x: (inner.left - margin) * size,
    y: (inner.top - margin) * size,
    width: (inner.right - inner.left + 1 + 2 * margin) * size,
    height: (inner.bottom - inner.top + 1 + 2 * margin) * size,
  }
}
