import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { writeCard } from './artist-card.ts'
import { type Drawing, readDrawing } from './drawing.ts'
import type { Fonts } from './font.ts'
import { markJpeg } from './jpeg.ts'
import type { Layers } from './layers.ts'
import type { Pixels } from './pixels.ts'
import { writePng } from './png.ts'
import { writePsd } from './psd.ts'
import { planSheets } from './sheet-plan.ts'
import { writeSheets } from './sheets.ts'
import { writeSvg } from './svg.ts'

type Rgb = readonly [number, number, number]
type Point = readonly [number, number]

/**
 * A picture for tests: `inkAt` says how much of a point's colour is ink, 0 to 1; sixteen points per
 * pixel, or its centre alone where `inkAt` is soft already.
 */
export function drawPicture(
  width: number,
  height: number,
  inkAt: (x: number, y: number) => number,
  {
    ink = [0, 0, 0],
    paper = [255, 255, 255],
    blur = 0,
    isSoft = false,
  }: { ink?: Rgb; paper?: Rgb; blur?: number; isSoft?: boolean } = {},
): Pixels {
  let coverage = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (isSoft) {
        coverage[y * width + x] = inkAt(x + 0.5, y + 0.5)
        continue
      }
      coverage[y * width + x] = coverPixel(x, y, inkAt)
    }
  }
  if (blur > 0) coverage = soften(coverage, width, height, blur)
  const data = new Uint8ClampedArray(4 * width * height)
  for (let index = 0; index < coverage.length; index++) {
    const share = coverage[index] ?? 0
    for (let channel = 0; channel < 3; channel++) {
      data[4 * index + channel] = Math.round(
        (paper[channel] ?? 255) * (1 - share) + (ink[channel] ?? 0) * share,
      )
    }
    data[4 * index + 3] = 255
  }
  return { width, height, data }
}

/** The mean of sixteen points, or of the outer four where they are alike: nothing drawn is thinner than they are apart. */
function coverPixel(x: number, y: number, inkAt: (x: number, y: number) => number): number {
  const sample = (sub: number) =>
    inkAt(x + ((sub % 4) + 0.5) / 4, y + (Math.floor(sub / 4) + 0.5) / 4)
  const first = sample(0)
  if ([3, 12, 15].every((sub) => sample(sub) === first)) return first
  let sum = 0
  for (let sub = 0; sub < 16; sub++) sum += sample(sub)
  return sum / 16
}

/** How much of a pixel around a point lies within `radius` of the segment, 0 to 1. */
export function coverSegment(x: number, y: number, from: Point, to: Point, radius: number): number {
  const dx = to[0] - from[0]
  const dy = to[1] - from[1]
  const t = Math.min(
    1,
    Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy || 1)),
  )
  const across = x - from[0] - t * dx
  const down = y - from[1] - t * dy
  // Some ten times faster than Math.hypot.
  const away = Math.sqrt(across * across + down * down)
  return Math.min(1, Math.max(0, radius - away + 0.5), 2 * radius)
}

/** The drawing of a picture that has one. */
export function drawingOf(picture: Pixels): Drawing {
  const result = readDrawing(picture)
  if (result.kind !== 'ink') throw new Error(`a picture of kind ${result.kind}`)
  return result.drawing
}

interface Bars {
  /** Of the square picture. */
  side: number
  widths: readonly number[]
  /** The distances of the bars from the middle of the picture. */
  offsets: readonly number[]
  /** In degrees. */
  angle: number
  blur: number
}

/** A picture of parallel bars for tests, with lengths in pixels. */
export function drawBars({ side, widths, offsets, angle, blur }: Bars): Pixels {
  const [alongX, alongY] = directionOf(angle)
  const length = side / 3.4
  const bars = widths.map((width, i): [Point, Point, number] => {
    const x = side / 2 - (offsets[i] ?? 0) * alongY
    const y = side / 2 + (offsets[i] ?? 0) * alongX
    return [
      [x - length * alongX, y - length * alongY],
      [x + length * alongX, y + length * alongY],
      width / 2,
    ]
  })
  const cover = (x: number, y: number) =>
    bars.reduce(
      (most, [from, to, radius]) => Math.max(most, coverSegment(x, y, from, to, radius)),
      0,
    )
  return drawPicture(side, side, cover, { blur, isSoft: true })
}

/** The step of length 1 at `angle` degrees. */
export function directionOf(angle: number): Point {
  return [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
}

/** The same numbers each time, 0 to 1. */
export function createRandom(seed = 1): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function soften(
  from: Float32Array,
  width: number,
  height: number,
  sigma: number,
): Float32Array<ArrayBuffer> {
  const reach = Math.ceil(4 * sigma)
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)),
  )
  const sum = kernel.reduce((total, weight) => total + weight, 0)
  const pass = (source: Float32Array, alongX: boolean) => {
    const out = new Float32Array(width * height)
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        let total = 0
        for (let i = -reach; i <= reach; i++) {
          const column = alongX ? Math.min(width - 1, Math.max(0, x + i)) : x
          const row = alongX ? y : Math.min(height - 1, Math.max(0, y + i))
          total += (source[row * width + column] ?? 0) * (kernel[i + reach] ?? 0)
        }
        out[y * width + x] = total / sum
      }
    }
    return out
  }
  return pass(pass(from, true), false)
}

/** Layers whose lines fill a square of so many millimetres, on a red picture that is half as dark. */
export function createLayers(side = 40): Layers {
  const size = { width: side, height: side }
  const lines = { ...size, data: new Float32Array(side * side).fill(1) }
  const darkness = { ...size, data: new Float32Array(side * side).fill(0.5) }
  const picture = drawPicture(side, side, () => 1, { ink: [204, 0, 0] })
  return {
    lines,
    darkness,
    picture,
    box: { x: 0, y: 0, ...size },
    loops: [Float32Array.of(0, 0, side, 0, side, side, 0, side)],
    strokes: [{ points: Float32Array.of(0, side / 2, side, side / 2), width: 0.5 }],
    size,
  }
}

/** The fonts that the atelier loads. */
export function readFonts(): Fonts {
  const read = (weight: number) => {
    const path = createRequire(import.meta.url).resolve(
      `@fontsource/hanken-grotesk/files/hanken-grotesk-latin-${weight}-normal.woff`,
    )
    return new Uint8Array(readFileSync(path)).buffer
  }
  return [read(400), read(700)]
}

/** Millimetres of each side of the design in `writeExports`. */
export const exportedSide = 10

/** One file of each kind that the atelier writes, of a design of this origin. */
export async function writeExports(
  origin: string,
): Promise<
  Record<
    'sheets.pdf' | 'card.pdf' | 'stencil.svg' | 'stencil.png' | 'stencil.psd' | 'skin.jpg',
    Uint8Array
  >
> {
  const title = 'Un loup <&> « seul »'
  const layers = createLayers(exportedSide)
  const { loops, size } = layers
  const plan = planSheets({ size, paper: 'a4', isMirrored: false, hasInk: () => true })
  if (plan.kind !== 'sheets') throw new Error(plan.kind)
  const figures = {
    lines: '',
    gaps: '',
    loops: '',
    weights: '',
    resolution: '',
    advised: '',
    reason: '',
    letter: '',
  }
  const texts = { name: '', style: '', placement: '', notes: '', date: '' }
  const card = {
    ...texts,
    size,
    title,
    origin,
    measuredColours: [],
    chosenColours: [],
    figures,
    questions: [],
  }
  const file = { layers, title, origin, colour: 'black', isMirrored: false } as const
  return {
    'sheets.pdf': await writeSheets(
      plan.plan,
      { ...file, loops, size, isMirrored: false, name: '' },
      readFonts(),
    ),
    'card.pdf': await writeCard({ ...card, design: { kind: 'lines', loops } }, readFonts()),
    'stencil.svg': await writeSvg(file),
    'stencil.png': await writePng(file),
    'stencil.psd': writePsd(file),
    'skin.jpg': markJpeg(new Uint8Array(Buffer.from(jpeg, 'base64')), origin, { isOnPhoto: true }),
  }
}

/** Sixteen by eight grey pixels. */
const jpeg =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/wAALCAAIABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAAH/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAA/AIP/2Q=='
