import { readChannel } from './paper.ts'
import { enlargeField, type Pixels } from './pixels.ts'

/** Tiles along the longest side. */
const tileCount = 32
/** The brightest pixels of a tile, this share of all, are taken for paper. */
const brightShare = 0.4
/** Paper that varies less than this share needs no flattening. */
const evenShare = 0.03
/** A tile that is darker than the fitted light by this share has ink. */
const inkShare = 0.06
/** With fewer tiles of paper than this share of all, the light is unknown. */
const leastPaper = 0.15

/** The brightest pixels of each tile, as logarithms per channel, row by row. */
interface Tiles {
  readonly columns: number
  readonly rows: number
  readonly size: number
  readonly channels: readonly [Float64Array, Float64Array, Float64Array]
  /** The darkest, middle and brightest level of each tile, 0 to 255. */
  readonly levels: readonly {
    readonly least: number
    readonly middle: number
    readonly most: number
  }[]
}

/**
 * Evens out the paper of a picture: light that falls across it, vignettes, cream, skin. The result
 * has white paper. A picture whose paper is even, transparent, or nowhere to be seen is returned as
 * it is. Ink keeps its share of the light, so that widths stay true.
 */
export function flattenBackground(picture: Pixels): Pixels {
  if (hasTransparentBorder(picture)) return picture
  const tiles = readTiles(picture)
  if (isLightOnDark(tiles)) return picture
  const light = fitLight(tiles)
  if (!light) return picture
  const isEven = light.every((values) => Math.max(...values) - Math.min(...values) < evenShare)
  return isEven ? picture : divide(picture, tiles, light)
}

function hasTransparentBorder({ width, height, data }: Pixels): boolean {
  const corners = [0, width - 1, (height - 1) * width, height * width - 1]
  return corners.filter((index) => (data[4 * index + 3] ?? 255) < 128).length >= 2
}

function readTiles(picture: Pixels): Tiles {
  const { width, height } = picture
  const size = Math.max(4, Math.ceil(Math.max(width, height) / tileCount))
  const columns = Math.ceil(width / size)
  const rows = Math.ceil(height / size)
  const channels = [0, 1, 2].map(
    () => new Float64Array(columns * rows),
  ) as unknown as Tiles['channels']
  const levels: Tiles['levels'][number][] = []
  const counts = new Uint32Array(256)
  const sums = new Float64Array(3 * 256)
  for (let tile = 0; tile < columns * rows; tile++) {
    counts.fill(0)
    sums.fill(0)
    const left = (tile % columns) * size
    const top = Math.floor(tile / columns) * size
    const total = countLevels(picture, { left, top, size }, counts, sums)
    levels.push({
      least: levelAt(counts, 1),
      middle: levelAt(counts, total / 2),
      most: levelAt(counts, total),
    })
    let used = 0
    const means = [0, 0, 0]
    for (let level = 255; level >= 0 && used < brightShare * total; level--) {
      used += counts[level] ?? 0
      for (let channel = 0; channel < 3; channel++)
        means[channel] = (means[channel] ?? 0) + (sums[3 * level + channel] ?? 0)
    }
    for (const [channel, values] of channels.entries())
      values[tile] = Math.log(Math.max(1, (means[channel] ?? 0) / used))
  }
  return { columns, rows, size, channels, levels }
}

/**
 * Adds the pixels of a tile to the counts of their levels and to the sums of their channels.
 * Returns how many it counted.
 */
function countLevels(
  picture: Pixels,
  { left, top, size }: { left: number; top: number; size: number },
  counts: Uint32Array,
  sums: Float64Array,
): number {
  const { width, height } = picture
  // In large tiles a sample of the pixels is enough.
  const stride = Math.max(1, Math.floor(size / 16))
  let total = 0
  for (let y = top; y < Math.min(height, top + size); y += stride) {
    for (let x = left; x < Math.min(width, left + size); x += stride) {
      const at = 4 * (y * width + x)
      const red = readChannel(picture, at, 0)
      const green = readChannel(picture, at, 1)
      const blue = readChannel(picture, at, 2)
      const level = Math.round((red + green + blue) / 3)
      counts[level] = (counts[level] ?? 0) + 1
      sums[3 * level] = (sums[3 * level] ?? 0) + red
      sums[3 * level + 1] = (sums[3 * level + 1] ?? 0) + green
      sums[3 * level + 2] = (sums[3 * level + 2] ?? 0) + blue
      total++
    }
  }
  return total
}

/** The level that `share` of the counted pixels reach, counted from the darkest. */
function levelAt(counts: Uint32Array, share: number): number {
  let level = 0
  let seen = counts[0] ?? 0
  while (seen < share && level < 255) seen += counts[++level] ?? 0
  return level
}

/**
 * Whether more tiles have something far brighter than the border's paper than something far darker.
 * Such lines would be lost as paper.
 */
function isLightOnDark({ columns, rows, levels }: Tiles): boolean {
  const border = levels
    .filter((_, tile) => isBorder(tile, columns, rows))
    .map(({ middle }) => middle)
  const paper = border.sort((one, other) => one - other)[border.length >> 1] ?? 255
  const lighter = levels.filter(({ most }) => most > 1.6 * paper + 30).length
  return lighter > levels.filter(({ least }) => least < 0.6 * paper).length
}

/** Whether a tile is one of the two outermost. */
function isBorder(tile: number, columns: number, rows: number): boolean {
  const column = tile % columns
  const row = Math.floor(tile / columns)
  return column < 2 || row < 2 || column >= columns - 2 || row >= rows - 2
}

/**
 * A smooth surface per channel through the tiles without ink, found by fitting, leaving out what is
 * darker, and fitting again. Null where too few tiles agree. Its values are logarithms, one per
 * tile.
 */
function fitLight({ columns, rows, channels }: Tiles): Float64Array[] | null {
  const count = columns * rows
  const brightness = Float64Array.from(
    { length: count },
    (_, i) => ((channels[0][i] ?? 0) + (channels[1][i] ?? 0) + (channels[2][i] ?? 0)) / 3,
  )
  const terms = (order: number) =>
    Array.from({ length: count }, (_, tile) => {
      const u = (2 * (tile % columns)) / Math.max(1, columns - 1) - 1
      const v = (2 * Math.floor(tile / columns)) / Math.max(1, rows - 1) - 1
      const powers: number[] = []
      for (let i = 0; i <= order; i++) {
        for (let j = 0; i + j <= order; j++) powers.push(u ** i * v ** j)
      }
      return powers
    })
  let weights = Float64Array.from({ length: count }, (_, tile) =>
    isBorder(tile, columns, rows) ? 3 : 1,
  )
  let basis = terms(2)
  // Paper is brighter than ink: what lies under the surface loses its weight, more with each round.
  for (const [order, tolerance] of [
    [2, 0.4],
    [2, 0.2],
    [2, 0.1],
    [2, inkShare],
    [4, inkShare],
    [4, inkShare],
    [4, inkShare],
  ] as const) {
    if (order === 4 && basis[0]?.length === 6) basis = terms(4)
    const fitted = fit(basis, brightness, weights)
    weights = Float64Array.from(fitted, (value, tile) => {
      const below = value - (brightness[tile] ?? 0)
      const base = isBorder(tile, columns, rows) ? 3 : 1
      if (below > tolerance) return 0
      if (below > 0) return base * 0.5
      return -below > 2 * tolerance ? base * 0.2 : base
    })
  }
  const paper = weights.filter((weight) => weight > 0).length
  if (paper < leastPaper * count) return null
  return channels.map((values) => fit(basis, values, weights))
}

/** The values of a weighted least-squares fit. */
function fit(
  basis: readonly (readonly number[])[],
  values: Float64Array,
  weights: Float64Array,
): Float64Array {
  const size = basis[0]?.length ?? 0
  const rows = Array.from({ length: size }, () => new Float64Array(size + 1))
  for (const [tile, terms] of basis.entries()) {
    const weight = weights[tile] ?? 0
    if (weight === 0) continue
    for (const [i, row] of rows.entries()) {
      const scaled = weight * (terms[i] ?? 0)
      for (let j = 0; j < size; j++) row[j] = (row[j] ?? 0) + scaled * (terms[j] ?? 0)
      row[size] = (row[size] ?? 0) + scaled * (values[tile] ?? 0)
    }
  }
  // A little weight on small coefficients keeps the system solvable.
  for (const [i, row] of rows.entries()) row[i] = (row[i] ?? 0) + 1e-3
  solve(rows)
  const coefficients = rows.map((row, i) => (row[size] ?? 0) / (row[i] || 1))
  return Float64Array.from(basis, (terms) =>
    terms.reduce((sum, term, i) => sum + term * (coefficients[i] ?? 0), 0),
  )
}

/** Gauss and Jordan's elimination: only the diagonal and the right side are left. */
function solve(rows: readonly Float64Array[]): void {
  for (const [i, pivot] of rows.entries()) {
    for (const row of rows) {
      if (row === pivot) continue
      const factor = (row[i] ?? 0) / (pivot[i] || 1)
      for (let j = i; j <= rows.length; j++) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0)
    }
  }
}

/** Divides by the light, interpolated between the middles of the tiles. */
function divide(
  picture: Pixels,
  { columns, rows, size }: Tiles,
  light: readonly Float64Array[],
): Pixels {
  const out = new Uint8ClampedArray(picture.data.length).fill(255)
  for (const [channel, values] of light.entries()) {
    const gains = Float32Array.from(values, (value) => 255 / Math.exp(value))
    const gain = enlargeField({ width: columns, height: rows, data: gains }, size, picture)
    for (let at = 0; at < out.length; at += 4)
      out[at + channel] = readChannel(picture, at, channel) * (gain.data[at / 4] ?? 0)
  }
  return { ...picture, data: out }
}
