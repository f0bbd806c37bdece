import { boundsOf, eachComponent } from './components.ts'
import type { Pixels } from './pixels.ts'
import { quantile } from './quantile.ts'

/** How deep the border is in which a frame lies, as a share of the ink's width or height. */
const bandShare = 0.12
/** A frame covers more than this share of each side. */
const coveredShare = 0.7
/** Each part of a frame is longer than this share of a side. */
const partShare = 0.25
/** The drawing inside is wider and higher than this share of the frame. */
const innerShare = 0.3
/** Ink is this much darker than the paper, of 255. */
const contrast = 40
/** Cells along the longest side: a frame need not be found to the pixel. */
const cellCount = 512

interface Group {
  readonly cells: Int32Array
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * The picture without the frame drawn along its border; null where there is none, or nothing but a
 * frame.
 */
export function removeFrame(picture: Pixels): Pixels | null {
  const { width, height, data } = picture
  const size = Math.ceil(Math.max(width, height) / cellCount)
  const [columns, rows] = [Math.floor(width / size), Math.floor(height / size)]
  const paper = [0, 1, 2].map((channel) => brightOf(data, channel))
  const limit = Math.min(...paper) - contrast
  const isInk = new Uint8Array(columns * rows)
  const columnOf = Int32Array.from({ length: columns * size }, (_, x) => Math.floor(x / size))
  for (let y = 0; y < rows * size; y++) {
    const row = Math.floor(y / size) * columns
    for (let x = 0; x < columns * size; x++) {
      const at = 4 * (y * width + x)
      if (
        (data[at + 3] ?? 255) > 127 &&
        Math.min(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255) < limit
      ) {
        isInk[row + (columnOf[x] ?? 0)] = 1
      }
    }
  }
  const groups: Group[] = []
  eachComponent(isInk, columns, (cells) => {
    if (cells.length < 8) return
    groups.push({ cells: cells.slice(), ...boundsOf(cells, columns) })
  })
  const box = {
    left: Math.min(...groups.map(({ left }) => left)),
    top: Math.min(...groups.map(({ top }) => top)),
  }
  const [across, down] = [spanOf(groups, 'left', 'right'), spanOf(groups, 'top', 'bottom')]
  const [right, bottom] = [box.left + across - 1, box.top + down - 1]
  const [bandX, bandY] = [bandShare * across, bandShare * down]
  const isInBand = (cell: number) => {
    const [x, y] = [cell % columns, Math.floor(cell / columns)]
    return x - box.left < bandX || right - x < bandX || y - box.top < bandY || bottom - y < bandY
  }
  const parts = groups.filter(
    (part) =>
      (spanOf([part], 'left', 'right') > partShare * across ||
        spanOf([part], 'top', 'bottom') > partShare * down) &&
      part.cells.every(isInBand),
  )
  const covered = [
    new Set<number>(),
    new Set<number>(),
    new Set<number>(),
    new Set<number>(),
  ] as const
  for (const cell of parts.flatMap(({ cells }) => [...cells])) {
    const [x, y] = [cell % columns, Math.floor(cell / columns)]
    if (y - box.top < bandY) covered[0].add(x)
    if (bottom - y < bandY) covered[1].add(x)
    if (x - box.left < bandX) covered[2].add(y)
    if (right - x < bandX) covered[3].add(y)
  }
  const isAround = covered.every(
    (places, i) => places.size > coveredShare * (i < 2 ? across : down),
  )
  const inner = groups.filter((group) => !parts.includes(group))
  const isDrawing =
    spanOf(inner, 'left', 'right') > innerShare * across &&
    spanOf(inner, 'top', 'bottom') > innerShare * down
  if (!isAround || !isDrawing) return null

  const out = Uint8ClampedArray.from(data)
  for (const cell of parts.flatMap(({ cells }) => [...cells])) {
    // Its soft edges reach into the cells beside it.
    const [x, y] = [(cell % columns) * size, Math.floor(cell / columns) * size]
    const reach = Math.max(4, 2 * size)
    for (let row = Math.max(0, y - reach); row < Math.min(height, y + size + reach); row++) {
      for (
        let column = Math.max(0, x - reach);
        column < Math.min(width, x + size + reach);
        column++
      ) {
        for (const [channel, value] of paper.entries())
          out[4 * (row * width + column) + channel] = value
      }
    }
  }
  return { ...picture, data: out }
}

function spanOf(groups: readonly Group[], from: 'left' | 'top', to: 'right' | 'bottom'): number {
  return (
    Math.max(...groups.map((group) => group[to])) -
    Math.min(...groups.map((group) => group[from])) +
    1
  )
}

/** The value of a channel that three of five pixels do not exceed. */
function brightOf(data: Pixels['data'], channel: number): number {
  const values: number[] = []
  for (let at = 0; at < data.length; at += 4 * 61)
    values.push((data[at + 3] ?? 255) > 127 ? (data[at + channel] ?? 255) : 255)
  return quantile(values, 0.6)
}
