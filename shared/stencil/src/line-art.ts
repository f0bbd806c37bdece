import { blur } from './blur.ts'
import { despeckle, eachComponent, maskAbove } from './components.ts'
import { type Drawing, millimetresPerPixel } from './drawing.ts'
import { createField, type Field } from './pixels.ts'
import { quantile } from './quantile.ts'
import { otsu, windowStatistics } from './thresholds.ts'

/**
 * Three ways from a picture to line art.
 * - `lines` (Traits): what is much darker than its surroundings; keeps outlines, drops coloured fills
 * - `fills` (Aplats): everything inked
 * - `outlines` (Contours): where ink begins and ends, for washes and shading
 */
export type Rendering = 'lines' | 'fills' | 'outlines'

/** 1 keeps the strong lines, 3 the faint ones too. */
export type Fineness = 1 | 2 | 3

/** How to turn a drawing into line art. */
export interface LineArtOptions {
  readonly rendering: Rendering
  readonly fineness: Fineness
  /** Longest side of the ink on the skin, in millimetres. */
  readonly sizeMm: number
}

// Windows follow the picture, not the skin: a design drawn larger has the same lines. Shares of the ink's longest side; the trade
// measures at 12.5 cm, where 0.02 is 2.5 mm.
const windowShare = 0.02
const edgeShare = 0.00128
/** A dot of 0.15 mm is the smallest that a stencil carries. */
const minimumDotMm = 0.15
const minimumPixels = 5
/** Ink fainter than this is grain or the foot of a blurred edge. */
const faintest = 0.1
/** A picture whose deviations stay below this has no dark lines: its faint shades are not lines either. */
const minimumContrast = 0.1

/** The last line art of a drawing, with its specks: sizes and measures share it. */
const latest = new WeakMap<Drawing, { readonly kind: string; readonly field: Field }>()

/**
 * Line art of a drawing: a field of its size, with a line where it is at least 0.5. The slope at 0.5 places the edge between pixels. Without
 * any line, the field is below 0.5 everywhere (`hasLines`).
 */
export function drawLineArt(drawing: Drawing, { rendering, fineness, sizeMm }: LineArtOptions): Field {
  const kind = rendering + fineness
  const before = latest.get(drawing)
  const raw = before?.kind === kind ? before.field : renderings[rendering](drawing, fineness)
  latest.set(drawing, { kind, field: raw })
  const field = { ...raw, data: raw.data.slice() }
  const minimumArea = Math.PI * (minimumDotMm / 2 / millimetresPerPixel(drawing, sizeMm)) ** 2
  despeckle(field, Math.max(minimumPixels, minimumArea))
  return field
}

/** Whether line art has any line. */
export function hasLines({ data }: Field): boolean {
  return data.some((value) => value >= 0.5)
}

const renderings: Record<Rendering, (drawing: Drawing, fineness: Fineness) => Field> = {
  // One threshold for the whole picture (Otsu). A separate group that is fainter, such as a yellow dot, has half of its own peak instead.
  fills({ ink }, fineness) {
    const strictness = pick(fineness, 1.25, 1, 0.7)
    const threshold = otsu(ink) * strictness
    const field = mapField(ink, (value) => 0.5 + 2 * (value - threshold))
    eachComponent(maskAbove(ink, Math.min(threshold, faintest * strictness)), ink.width, (indices) => {
      let peak = 0
      for (const index of indices) peak = Math.max(peak, ink.data[index] ?? 0)
      if (peak / 2 >= threshold) return
      for (const index of indices) field.data[index] = Math.min(1, 0.5 + (2 * threshold * ((ink.data[index] ?? 0) - peak / 2)) / peak)
    })
    return field
  },

  // Sauvola and Pietikäinen, 2000.
  lines({ darkness, box }, fineness) {
    const weight = pick(fineness, 0.42, 0.3, 0.2)
    const { mean, deviation } = windowStatistics(darkness, Math.max(4, Math.round(windowShare * Math.max(box.width, box.height))))
    // The strongest contrast of this picture instead of the greatest possible: soft pictures keep their lines.
    const range = Math.max(minimumContrast, inkQuantile(deviation, 0.999))
    return mapField(darkness, (value, index) => {
      const threshold = (1 - (mean.data[index] ?? 0)) * (1 + weight * ((deviation.data[index] ?? 0) / range - 1))
      return 0.5 + 2 * (threshold - 1 + value)
    })
  },

  // Difference of two Gaussians, kept where it is connected to a strong one (Marr and Hildreth's edges, Canny's hysteresis).
  outlines({ ink, box }, fineness) {
    const scale = pick(fineness, 1.5, 1, 0.7)
    const [low, high] = [0.012 * scale, 0.035 * scale]
    const sigma = Math.max(0.8, edgeShare * Math.max(box.width, box.height))
    const strength = 1 / (inkQuantile(ink, 0.997) || 1)
    const near = blur(ink, sigma)
    const far = blur(ink, 1.6 * sigma)
    const field = mapField(near, (value, index) => 0.5 + 8 * (strength * (value - (far.data[index] ?? 0)) - low))
    eachComponent(maskAbove(field, 0.5), field.width, (indices) => {
      const isStrong = indices.some((index) => (field.data[index] ?? 0) >= 0.5 + 8 * (high - low))
      if (!isStrong) for (const index of indices) field.data[index] = 0
    })
    return field
  },
}

function pick(fineness: Fineness, coarse: number, middle: number, fine: number): number {
  return fineness === 1 ? coarse : fineness === 2 ? middle : fine
}

function mapField({ width, height, data }: Field, change: (value: number, index: number) => number): Field {
  const out = createField(width, height)
  for (let index = 0; index < data.length; index++) out.data[index] = Math.min(1, Math.max(0, change(data[index] ?? 0, index)))
  return out
}

/** The quantile of the pixels above 0. Reads about 100 000 pixels: sorting all of them would take the most time. */
function inkQuantile({ data }: Field, share: number): number {
  const some: number[] = []
  const stride = Math.max(5, Math.floor(data.length / 1e5)) | 1
  for (let index = 0; index < data.length; index += stride) if ((data[index] ?? 0) > 0) some.push(data[index] ?? 0)
  return quantile(some, share)
}
