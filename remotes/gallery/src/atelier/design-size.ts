import type { AtelierSettings, Design } from '@encre/gallery-worker/contract'
import { centimetresOf } from '@encre/protocol/centimetres'
import type { Fineness, Rendering } from '@encre/stencil/line-art'
import type { SizeMm } from '@encre/stencil/svg'

/** Limits of a size that a member sets, in millimetres of the ink's longest side. */
export const leastSizeMm = 10
export const mostSizeMm = 1000
const defaultCentimetres = 10

/** The size that the member set, or else what the design's own size says. */
export function sizeOf({ sizeMm }: AtelierSettings, { size, sizeDetail }: Design): number {
  return clampSize(sizeMm ?? 10 * (centimetresOf(size, sizeDetail) ?? defaultCentimetres))
}

export function clampSize(sizeMm: number): number {
  return Math.min(mostSizeMm, Math.max(leastSizeMm, sizeMm))
}

/** Both sides of an ink whose longest side is `sizeMm`. */
export function sidesOf(sizeMm: number, aspect: number): SizeMm {
  return aspect >= 1 ? { width: sizeMm, height: sizeMm / aspect } : { width: sizeMm * aspect, height: sizeMm }
}

/** The rendering that the member set; null for none, or for one that this version does not know. */
export function renderingOf({ rendering }: AtelierSettings): Rendering | null {
  return rendering === 'lines' || rendering === 'fills' || rendering === 'outlines' ? rendering : null
}

export function finenessOf({ fineness }: AtelierSettings): Fineness {
  return fineness === 1 || fineness === 3 ? fineness : 2
}
