import { blur } from './blur.ts'
import { type Drawing, millimetresPerPixel } from './drawing.ts'
import { mapField, type Pixels } from './pixels.ts'

/** How far ink spreads: the ends of what the sources give. */
export type Spread = 'least' | 'most'

/**
 * How far an edge moves in ten years. Tatspark: 1 mm becomes 1.5 in ten years. Two studios: it
 * becomes the double to the quadruple in a life, of fifty years with a tattoo. Diffusion grows with
 * the root of time (Eames, Mathematics Today, 2011, as reported), so a life gives 0.22 to 0.67 for
 * ten years. A range of assumptions, and no forecast.
 */
const spreadMmInTenYears: Record<Spread, number> = {
  least: 0.5 / Math.sqrt(5),
  most: 1.5 / Math.sqrt(5),
}

/** What a line of 1 mm becomes in ten years. */
export function tenYearsOfOneMm(spread: Spread): number {
  return 1 + 2 * spreadMmInTenYears[spread]
}

/** Edges of a saturating blur move by this share of its deviation. */
const edgeShift = 0.94
const saturation = 4
const fadePerYear = 0.012
const fullInk = 0.3

/**
 * The ink's box of a drawing as it may look after some years, on transparent paper: spread, then
 * faded. 0 years is the drawing itself.
 */
export function simulateAgeing(
  drawing: Drawing,
  { sizeMm, years, spread: pace }: { sizeMm: number; years: number; spread: Spread },
): Pixels {
  const { ink, picture, box } = drawing
  const sigma =
    (spreadMmInTenYears[pace] * Math.sqrt(years / 10)) /
    edgeShift /
    millimetresPerPixel(drawing, sizeMm)
  const spread = (data: (index: number) => number) => {
    const field = mapField(ink, (_, index) => data(index))
    return sigma > 0.2 ? blur(field, sigma) : field
  }
  const inkAt = (index: number) => Math.min(1, (ink.data[index] ?? 0) / fullInk)
  const amount = spread(inkAt)
  const channels = [0, 1, 2].map((channel) =>
    spread((index) => inkAt(index) * (picture.data[4 * index + channel] ?? 0)),
  )
  const fade = 1 - fadePerYear * years
  const data = new Uint8ClampedArray(4 * box.width * box.height)
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const from = (y + box.y) * ink.width + x + box.x
      const to = 4 * (y * box.width + x)
      const left = amount.data[from] ?? 0
      if (left < 0.002) continue
      for (const [channel, field] of channels.entries())
        data[to + channel] = (field.data[from] ?? 0) / left
      const spreadOut = (1 - Math.exp(-saturation * left)) / (1 - Math.exp(-saturation))
      // A line gets no narrower and a gap no wider: what is inked today stays inked.
      data[to + 3] = 255 * fade * (years === 0 ? left : Math.max(spreadOut, inkAt(from)))
    }
  }
  return { width: box.width, height: box.height, data }
}
