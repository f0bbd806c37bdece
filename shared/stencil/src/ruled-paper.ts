import type { Pixels } from './pixels.ts'
import { quantile } from './quantile.ts'

/**
 * Slants of ruled lines that are tried, as a share of their length: photos are never quite
 * straight.
 */
const steepest = 0.05
/** Points per line that are looked at. */
const sampleCount = 64
/** A line of the paper darkens it by at least, and at most, this share. Ink is darker. */
const faintest = 0.015
const strongest = 0.4
/**
 * Ruled lines cross the whole paper: this share of a line is without ink, however long the strokes
 * over it.
 */
const clearShare = 0.15
/** So many lines at one distance are paper; fewer may be the drawing. */
const fewestLines = 5

/**
 * Removes the pale lines of notebook and squared paper. Ink over them stays. A picture without such
 * lines is returned as it is.
 */
export function removeRuledLines(picture: Pixels): Pixels {
  const flat = removeLines(picture, false, fewestLines)
  // Beside ruled lines a single one is the margin.
  return removeLines(flat, true, flat === picture ? fewestLines : 1)
}

/** `isUpright`: lines from top to bottom, as rows of the picture that was turned. */
function removeLines(picture: Pixels, isUpright: boolean, fewest: number): Pixels {
  const { data } = picture
  const [length, count] = isUpright
    ? [picture.height, picture.width]
    : [picture.width, picture.height]
  const at = (along: number, row: number) =>
    4 * (isUpright ? along * picture.width + row : row * picture.width + along)
  const places = Array.from({ length: sampleCount }, (_, i) =>
    Math.floor(((i + 0.5) * length) / sampleCount),
  )

  const slant = findSlant((along, row) => data[at(along, row)] ?? 255, { places, count, length })
  const rowAt = (row: number, along: number, tried: number) =>
    clampRow(row + tried * (along - length / 2), count)

  const levels = [0, 1, 2].map((channel) =>
    Float32Array.from({ length: count }, (_, row) =>
      quantile(
        places.map((along) => data[at(along, rowAt(row, along, slant)) + channel] ?? 255),
        1 - clearShare,
      ),
    ),
  )
  const window = Math.round(count / 24)
  const papers = levels.map((values) =>
    values.map((_, row) => quantile(neighbours(values, row, window), 0.7)),
  )
  const dips = levels.map((values, channel) =>
    values.map((value, row) => value / (papers[channel]?.[row] || 1)),
  )
  const darkening = Float32Array.from(
    { length: count },
    (_, row) => 1 - Math.min(...dips.map((dip) => dip[row] ?? 1)),
  )
  const lines = findLines(darkening)
  if (lines.length < fewest || !isRegular(lines, fewest)) return picture

  // Its soft edges, and what rounding leaves, are up to two rows beside a line.
  const depths = darkening.map((_, row) =>
    Math.max(...darkening.subarray(Math.max(0, row - 2), row + 3)),
  )
  const out = Uint8ClampedArray.from(data)
  for (let row = 0; row < count; row++) {
    for (let along = 0; along < length; along++) {
      const line = rowAt(row, along, -slant)
      const depth = depths[line] ?? 0
      if (depth < faintest) continue
      const place = at(along, row)
      const lightest = Math.min(
        ...papers.map((paper, channel) => (data[place + channel] ?? 255) / (paper[line] || 1)),
      )
      const isInk = 1 - lightest > 1.3 * depth + 0.02
      for (let channel = 0; channel < 3; channel++) {
        const paper = papers[channel]?.[line] ?? 255
        const dip = dips[channel]?.[line] ?? 1
        out[place + channel] = isInk ? (data[place + channel] ?? 255) / dip : paper
      }
    }
  }
  return { ...picture, data: out }
}

/**
 * The slant at which the rows differ most from each other, tried in wide steps and then in small
 * ones.
 */
function findSlant(
  read: (along: number, row: number) => number,
  { places, count, length }: { places: readonly number[]; count: number; length: number },
): number {
  const strips = places
    .filter((_, i) => i % 2 === 0)
    // Ink counts as little as a line of the paper does.
    .map((along) => ({
      along,
      values: Uint8Array.from({ length: count }, (_, row) =>
        Math.max(255 * (1 - strongest), read(along, row)),
      ),
    }))
  const sums = new Int32Array(count)
  const differ = (slant: number) => {
    sums.fill(0)
    for (const { along, values } of strips) {
      const shift = Math.round(slant * (along - length / 2))
      for (let row = 0; row < count; row++) {
        sums[row] = (sums[row] ?? 0) + (values[Math.min(count - 1, Math.max(0, row + shift))] ?? 0)
      }
    }
    return sums.reduce((changes, sum, row) => changes + (sum - (sums[row - 1] ?? sum)) ** 2, 0)
  }
  let best = -1
  let slant = 0
  const attempt = (tried: number) => {
    const changes = differ(tried)
    if (changes > best) [best, slant] = [changes, tried]
  }
  for (let tried = -steepest; tried <= steepest; tried += 5 / length) attempt(tried)
  const middle = slant
  for (const steps of [-3, -2, -1, 1, 2, 3]) attempt(middle + steps / length)
  return slant
}

function clampRow(row: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.round(row)))
}

/** The middle rows of the lines. Rows that are as dark as ink are cleared. */
function findLines(darkening: Float32Array): number[] {
  const lines: number[] = []
  for (let row = 0; row < darkening.length; row++) {
    const start = row
    let darkest = 0
    for (; (darkening[row] ?? 0) > faintest; row++) darkest = Math.max(darkest, darkening[row] ?? 0)
    if (darkest > strongest) darkening.fill(0, start, row)
    else if (row > start) lines.push((start + row - 1) / 2)
  }
  return lines
}

/** Every fifth value around a place. */
function neighbours(values: Float32Array, place: number, reach: number): number[] {
  const found: number[] = []
  for (let i = Math.max(0, place - reach); i < Math.min(values.length, place + reach); i += 5)
    found.push(values[i] ?? 0)
  return found
}

/** Most distances between lines are the same, but for lines that the drawing hides. */
function isRegular(lines: readonly number[], fewest: number): boolean {
  if (fewest === 1) return true
  const gaps = lines.slice(1).map((line, i) => line - (lines[i] ?? 0))
  const middle = quantile(gaps, 0.5)
  const alike = gaps.filter((gap) => Math.abs(gap / middle - Math.round(gap / middle)) < 0.15)
  return middle > 6 && alike.length > 0.75 * gaps.length
}
