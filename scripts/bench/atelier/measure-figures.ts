import { assess } from '@encre/stencil/assessment'
import { type Drawing, readDrawing } from '@encre/stencil/drawing'
import { inkBounds } from '@encre/stencil/ink-bounds'
import { measureDrawing } from '@encre/stencil/measures'
import type { Pixels } from '@encre/stencil/pixels'
import { photoPoint, photoScale, referenceLengths } from '@encre/stencil/skin'
import { coverSegment, directionOf, drawBars, drawPicture } from '@encre/stencil/testing'

/** 1024 pixels for 12.5 cm. */
const mmPerPixel = 0.122
const angles = [0, 17, 33, 45]
const side = 360
type Point = readonly [number, number]

/** Widths of drawn lines and gaps, at four angles, sharp and blurred, and corners where there is no gap. */
export function benchMeasures(): [string, string][] {
  return [0, 0.8].flatMap((blur): [string, string][] => {
    const kind = blur === 0 ? 'sharp' : 'blurred'
    const lines = angles.flatMap((angle) => lineErrors(angle, blur))
    const gaps = angles.flatMap((angle) => [0.25, 0.35, 0.45, 0.55, 0.7, 0.9].map((gap) => measureGap(gap, angle, blur)))
    const narrow = gaps.filter(({ gap }) => gap < 0.5)
    const wide = gaps.filter(({ gap }) => gap >= 0.5)
    return [
      [`lines of 0.2 to 1.5 mm, ${kind}: p95 of the error (aim 0.03)`, `${quantile(lines, 0.95).toFixed(4)} mm`],
      [
        `gaps of 0.25 to 0.9 mm, ${kind}: p95 of the error`,
        `${quantile(
          gaps.flatMap(({ errors }) => errors),
          0.95,
        ).toFixed(4)} mm`,
      ],
      [`gaps under 0.5 mm, ${kind}: found (aim 95 %)`, share(narrow, ({ closing }) => closing > 0.1)],
      [`gaps over 0.5 mm, ${kind}: marked by mistake (aim 2 %)`, share(wide, ({ closing }) => closing > 0.01)],
      [
        `corners of 30 to 90 degrees, ${kind}: marked by mistake (aim 0)`,
        share(
          [30, 40, 60, 90].flatMap((corner) => angles.map((turn) => measureCorner(corner, turn, blur))),
          (closing) => closing > 0,
        ),
      ],
    ]
  })
}

/** The scale of a photo from two points that are each 2 pixels off, and a length on a limb as it appears. */
export function benchSkin(): [string, string][] {
  const errors = [400, 700, 1200].flatMap((length) =>
    angles.map((angle) => {
      const [x, y] = directionOf(angle)
      const scale = photoScale({ x: 2 * x, y: 2 * y }, { x: (length - 2) * x, y: (length - 2) * y }, referenceLengths.card)
      if (scale.kind !== 'scale') throw new Error(scale.kind)
      const size = { width: 60, height: 60 }
      const placement = { middle: { x: 0, y: 0 }, angle, pixelsPerMm: scale.pixelsPerMm, size, limb: null }
      const [from, to] = [photoPoint(placement, { x: 0, y: 30 }), photoPoint(placement, { x: 60, y: 30 })]
      const shown = Math.hypot((to?.x ?? 0) - (from?.x ?? 0), (to?.y ?? 0) - (from?.y ?? 0)) / (length / referenceLengths.card)
      return Math.abs(shown - 60) / 60
    }),
  )
  return [['scale on skin, card from 400 px, both points 2 px off: worst (aim 1 %)', `${(100 * Math.max(...errors)).toFixed(2)} %`]]
}

function lineErrors(angle: number, blur: number): number[] {
  const widths = [0.2, 0.3, 0.4, 0.5, 0.7, 0.9, 1.2, 1.5]
  const drawn = widths.map((width) => width / mmPerPixel)
  const offsets = widths.map((_, i) => 28 * (i - 3.5))
  const picture = drawBars({ side, widths: drawn, offsets, angle, blur })
  const bounds = inkBounds(picture)
  if (bounds.kind !== 'ink') throw new Error(bounds.kind)
  const { lines } = measureDrawing(read(picture), 'minimalist')
  const [alongX, alongY] = directionOf(angle)
  return Array.from(lines.width, (width, i) => {
    const [x, y] = [(lines.x[i] ?? 0) + bounds.box.x - side / 2, (lines.y[i] ?? 0) + bounds.box.y - side / 2]
    const bar = Math.round((y * alongX - x * alongY) / 28 + 3.5)
    return Math.abs(x * alongX + y * alongY) > side / 3.4 - 10 ? [] : [Math.abs(width * mmPerPixel - (widths[bar] ?? 0))]
  }).flat()
}

function measureGap(gap: number, angle: number, blur: number) {
  const width = 0.6 / mmPerPixel
  const offset = (gap / mmPerPixel + width) / 2
  const drawing = read(drawBars({ side, widths: [width, width], offsets: [-offset, offset], angle, blur }))
  const measures = measureDrawing(drawing, 'minimalist')
  const errors = Array.from(measures.gaps.width, (width) => Math.abs(width * mmPerPixel - gap))
  return { gap, errors, closing: assess(measures, sizeOf(drawing)).closing.share }
}

function measureCorner(degrees: number, turn: number, blur: number): number {
  const end = (sign: number): Point => {
    const [x, y] = directionOf(45 + turn / 4 + (sign * degrees) / 2)
    return [60 + 200 * x, 60 + 200 * y]
  }
  const cover = (x: number, y: number) => Math.max(coverSegment(x, y, [60, 60], end(1), 2.5), coverSegment(x, y, [60, 60], end(-1), 2.5))
  const drawing = read(drawPicture(320, 320, cover, { isSoft: true, blur }))
  return assess(measureDrawing(drawing, 'minimalist'), sizeOf(drawing)).closing.share
}

function read(picture: Pixels): Drawing {
  const result = readDrawing(picture)
  if (result.kind !== 'ink') throw new Error(result.kind)
  return result.drawing
}

function sizeOf({ box }: Drawing): number {
  return Math.max(box.width, box.height) * mmPerPixel
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN
}

function share<Item>(items: Item[], isOne: (item: Item) => boolean): string {
  const count = items.filter(isOne).length
  return `${((100 * count) / items.length).toFixed(0)} % (${count} of ${items.length})`
}
