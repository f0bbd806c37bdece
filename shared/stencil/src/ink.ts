import type { Contrast } from './paper.ts'
import { createField, type Field, type Pixels } from './pixels.ts'

/** A picture as ink on paper. */
export interface Ink {
  /**
   * Distance from the paper in OKLab: 0 is paper, 1 is black on white; red, blue and green count as
   * ink. Scaled so that a pixel half covered by black is 0.5, as renderers mix colours: widths are
   * integrals of this field.
   */
  readonly ink: Field
  /**
   * How much darker than the paper: 0 is paper or lighter, 1 is black. On dark paper the same as
   * `ink`: its lines are light.
   */
  readonly darkness: Field
}

// From a distance on the grey axis to the share of black that an encoded sRGB pixel holds.
const steps = 4096
const coverage = Float32Array.from({ length: steps + 1 }, (_, i) => {
  const luminance = (1 - i / steps) ** 3
  return 1 - (luminance <= 0.0031308 ? 12.92 * luminance : 1.055 * luminance ** (1 / 2.4) - 0.055)
})

function coverageAt(distance: number): number {
  return coverage[Math.min(steps, Math.round(distance * steps))] ?? 1
}

/** Separates ink from paper. The fields have the picture's size. */
export function readInk({ width, height }: Pixels, { paper, distances, lightness }: Contrast): Ink {
  const [paperLightness] = paper.colour
  const isDark = paperLightness < 0.5
  // The scale of the greys starts at the paper, so that black is 1 on every light one.
  const start = isDark ? 0 : 1 - paperLightness
  const scale = 1 / (1 - coverageAt(start))
  const coverageFromPaper = (distance: number) =>
    (coverageAt(Math.min(1, start + distance)) - coverageAt(start)) * scale
  const ink = createField(width, height)
  const darkness = createField(width, height)
  for (let index = 0; index < ink.data.length; index++) {
    const distance = distances[index] ?? 0
    if (distance < paper.spread) continue
    ink.data[index] = coverageFromPaper(distance)
    darkness.data[index] = coverageFromPaper(
      isDark ? distance : Math.max(0, paperLightness - (lightness[index] ?? 1)),
    )
  }
  return { ink, darkness }
}
