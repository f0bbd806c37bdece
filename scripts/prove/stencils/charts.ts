import type { Pixels } from '@encre/stencil/pixels'

/** A straight stroke or gap of known width, in pixels of the chart. */
export interface TrueStroke {
  x1: number
  y1: number
  x2: number
  y2: number
  width: number
}

/** A ring of known hole. */
export interface TrueRing {
  x: number
  y: number
  hole: number
}

/** A drawn chart and what it holds. */
export interface Chart {
  picture: Pixels
  strokes: TrueStroke[]
  gaps: TrueStroke[]
  rings: TrueRing[]
}

/** How the picture of a chart is made: as it is, blurred by 0.8 pixels, or as a JPEG of quality 82. */
export type Finish = 'sharp' | 'blurred' | 'jpeg'

export const finishes: readonly Finish[] = ['sharp', 'blurred', 'jpeg']
export const chartAngles = [0, 20, 45, 70] as const
const side = 1024
const middle = side / 2
/** Distance between the bars of a chart. */
const pitch = 70
const halfLength = 190

/** Eleven strokes of 2 to 12 pixels beside each other. */
export function drawStrokeChart(degrees: number, finish: Finish): Chart {
  const widths = Array.from({ length: 11 }, (_, i) => i + 2)
  const strokes = widths.map((width, i) => barAt((i - 5) * pitch, width, degrees))
  return createChart({ strokes, drawn: strokes, finish })
}

/** Eleven pairs of strokes of 8 pixels, with gaps of 2 to 12 pixels between them. */
export function drawGapChart(degrees: number, finish: Finish): Chart {
  const gaps = Array.from({ length: 11 }, (_, i) => barAt((i - 5) * pitch, i + 2, degrees))
  const drawn = gaps.flatMap((gap, i) => {
    const away = (gap.width + 8) / 2
    return [-away, away].map((shift) => barAt((i - 5) * pitch + shift, 8, degrees))
  })
  return createChart({ gaps, drawn, finish })
}

/** Half of the length are strokes of 2.5 pixels at an angle, half are strokes of 7 pixels at 0 degrees. */
export function drawDirectionChart(degrees: number, finish: Finish): Chart {
  const thin = [-2, -1, 0, 1, 2].map((i) => moved(barAt(i * 44, 2.5, degrees, 110), -215, 0))
  const wide = [-2, -1, 0, 1, 2].map((i) => moved(barAt(i * 44, 7, 0, 110), 215, 0))
  const drawn = [...thin, ...wide]
  return createChart({ strokes: drawn, drawn, finish })
}

/** As many gaps of 3 pixels at an angle as gaps of 9 pixels at 0 degrees. */
export function drawGapDirectionChart(degrees: number, finish: Finish): Chart {
  const gapsOf = (width: number, angle: number, x: number) =>
    [-2, -1, 0, 1, 2].map((i) => moved(barAt(i * 74, width, angle, 110), x, 0))
  const barsOf = (width: number, angle: number, x: number) =>
    [-2, -1, 0, 1, 2].flatMap((i) =>
      [-1, 1].map((sign) => moved(barAt(i * 74 + (sign * (width + 8)) / 2, 8, angle, 110), x, 0)),
    )
  const gaps = [...gapsOf(3, degrees, -240), ...gapsOf(9, 0, 240)]
  const drawn = [...barsOf(3, degrees, -240), ...barsOf(9, 0, 240)]
  return createChart({ gaps, drawn, finish })
}

/** Forty-five rings with holes of 2 to 10 pixels, drawn with strokes of 4 pixels, on a turned grid. */
export function drawRingChart(degrees: number, finish: Finish): Chart {
  const [cos, sin] = directionOf(degrees)
  const rings = Array.from({ length: 45 }, (_, i) => {
    const across = ((i % 9) - 4) * 71.3
    const along = (Math.floor(i / 9) - 2) * 71.3
    const x = middle + across * cos - along * sin
    return { x, y: middle + across * sin + along * cos, hole: 2 + (i % 9) }
  })
  return createChart({ rings, drawn: [], finish })
}

interface Content {
  strokes?: TrueStroke[]
  gaps?: TrueStroke[]
  rings?: TrueRing[]
  drawn: TrueStroke[]
  finish: Finish
}

function createChart({ strokes = [], gaps = [], rings = [], drawn, finish }: Content): Chart {
  const coverage = new Float64Array(side * side)
  for (const stroke of drawn) cover(coverage, boxOf(stroke), (x, y) => isInStroke(stroke, x, y))
  for (const ring of rings) {
    const outer = ring.hole / 2 + 4
    const box = {
      left: ring.x - outer,
      right: ring.x + outer,
      top: ring.y - outer,
      bottom: ring.y + outer,
    }
    cover(coverage, box, (x, y) => {
      const away = Math.hypot(x - ring.x, y - ring.y)
      return away >= ring.hole / 2 && away <= outer
    })
  }
  return { picture: finishPicture(coverage, finish), strokes, gaps, rings }
}

function directionOf(degrees: number): [cos: number, sin: number] {
  return [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
}

/** A bar at a distance from the middle of the chart. */
function barAt(offset: number, width: number, degrees: number, half = halfLength): TrueStroke {
  const [cos, sin] = directionOf(degrees)
  // Nothing lies on whole pixels by luck.
  const x = middle + 0.37 - offset * sin
  const y = middle + 0.37 + offset * cos
  return { x1: x - half * cos, y1: y - half * sin, x2: x + half * cos, y2: y + half * sin, width }
}

function moved({ x1, y1, x2, y2, width }: TrueStroke, x: number, y: number): TrueStroke {
  return { x1: x1 + x, y1: y1 + y, x2: x2 + x, y2: y2 + y, width }
}

function boxOf({ x1, y1, x2, y2, width }: TrueStroke) {
  return {
    left: Math.min(x1, x2) - width,
    right: Math.max(x1, x2) + width,
    top: Math.min(y1, y2) - width,
    bottom: Math.max(y1, y2) + width,
  }
}

function isInStroke({ x1, y1, x2, y2, width }: TrueStroke, x: number, y: number): boolean {
  const length = Math.hypot(x2 - x1, y2 - y1)
  const along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length
  const across = ((y - y1) * (x2 - x1) - (x - x1) * (y2 - y1)) / length
  return along >= 0 && along <= length && Math.abs(across) <= width / 2
}

/** Points per side of a pixel that say how much of it is inked. */
const points = 8

function cover(
  coverage: Float64Array,
  box: { left: number; right: number; top: number; bottom: number },
  isInk: (x: number, y: number) => boolean,
): void {
  for (let y = Math.floor(box.top); y <= box.bottom; y++) {
    for (let x = Math.floor(box.left); x <= box.right; x++) {
      let count = 0
      for (let i = 0; i < points * points; i++) {
        const column = x + ((i % points) + 0.5) / points
        const row = y + (Math.floor(i / points) + 0.5) / points
        if (isInk(column, row)) count++
      }
      const index = y * side + x
      coverage[index] = Math.min(1, (coverage[index] ?? 0) + count / points ** 2)
    }
  }
}

function finishPicture(coverage: Float64Array, finish: Finish): Pixels {
  const soft = finish === 'blurred' ? blurred(coverage, 0.8) : coverage
  const grey = Float64Array.from(soft, (share) => Math.round(255 * (1 - share)))
  const levels = finish === 'jpeg' ? compressGrey(grey, side, side, 82) : grey
  const data = new Uint8ClampedArray(4 * side * side)
  for (const [index, level] of levels.entries()) data.set([level, level, level, 255], 4 * index)
  return { width: side, height: side, data }
}

function blurred(from: Float64Array, sigma: number): Float64Array {
  const reach = Math.ceil(4 * sigma)
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, i) => {
    return Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma))
  })
  const sum = kernel.reduce((total, weight) => total + weight, 0)
  const pass = (source: Float64Array, stride: number) =>
    source.map((_, index) => {
      const total = kernel.reduce((all, weight, i) => {
        return all + weight * (source[index + (i - reach) * stride] ?? 0)
      }, 0)
      return total / sum
    })
  return pass(pass(from, 1), side)
}

/** The standard's table for luminance at quality 50 (ITU T.81, annex K). */
const quantisation = [
  [16, 11, 10, 16, 24, 40, 51, 61],
  [12, 12, 14, 19, 26, 58, 60, 55],
  [14, 13, 16, 24, 40, 57, 69, 56],
  [14, 17, 22, 29, 51, 87, 80, 62],
  [18, 22, 37, 56, 68, 109, 103, 77],
  [24, 35, 55, 64, 81, 104, 113, 92],
  [49, 64, 78, 87, 103, 121, 120, 101],
  [72, 92, 95, 98, 112, 100, 103, 99],
].flat()

const cosines = Array.from({ length: 64 }, (_, i) => {
  const frequency = Math.floor(i / 8)
  const scale = frequency === 0 ? Math.SQRT1_2 / 2 : 1 / 2
  return scale * Math.cos(((2 * (i % 8) + 1) * frequency * Math.PI) / 16)
})

/** What a grey JPEG of this quality keeps of a picture: blocks of 8 by 8 cosines, rounded. */
export function compressGrey(
  levels: Float64Array,
  width: number,
  height: number,
  quality: number,
): Float64Array {
  const scale = (quality < 50 ? 5000 / quality : 200 - 2 * quality) / 100
  const steps = quantisation.map((step) => Math.max(1, Math.floor(step * scale + 0.5)))
  const out = new Float64Array(levels.length)
  const block = new Float64Array(64)
  for (let top = 0; top < height; top += 8) {
    for (let left = 0; left < width; left += 8) {
      for (let i = 0; i < 64; i++) {
        const y = Math.min(height - 1, top + Math.floor(i / 8))
        block[i] = (levels[y * width + Math.min(width - 1, left + (i % 8))] ?? 0) - 128
      }
      const frequencies = transform(block, true)
      for (const [i, step] of steps.entries()) {
        frequencies[i] = step * Math.round((frequencies[i] ?? 0) / step)
      }
      for (const [i, value] of transform(frequencies, false).entries()) {
        const x = left + (i % 8)
        const y = top + Math.floor(i / 8)
        if (x < width && y < height) out[y * width + x] = Math.min(255, Math.max(0, value + 128))
      }
    }
  }
  return out
}

/** The cosine transform of a block, or back. */
function transform(block: Float64Array, isForward: boolean): Float64Array {
  const cosine = (i: number, j: number) => cosines[isForward ? 8 * i + j : 8 * j + i] ?? 0
  const rows = new Float64Array(64)
  const out = new Float64Array(64)
  for (let i = 0; i < 64; i++) {
    for (let j = 0; j < 8; j++) {
      rows[i] = (rows[i] ?? 0) + cosine(i % 8, j) * (block[8 * Math.floor(i / 8) + j] ?? 0)
    }
  }
  for (let i = 0; i < 64; i++) {
    for (let j = 0; j < 8; j++) {
      out[i] = (out[i] ?? 0) + cosine(Math.floor(i / 8), j) * (rows[8 * j + (i % 8)] ?? 0)
    }
  }
  return out
}
