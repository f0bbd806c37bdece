import { centimetresOf } from './centimetres.ts'

/** Limits of a size that a member sets, in millimetres of the ink's longest side. */
export const leastSizeMm = 10
export const mostSizeMm = 1000
const defaultCentimetres = 10

/** Longest side of a design's ink in millimetres: what the member set, or else what the design's own size says, or else 10 cm. */
export function inkSizeMm({ sizeMm, size, sizeDetail }: { sizeMm: number | null; size: string; sizeDetail: string | null }): number {
  const millimetres = sizeMm ?? 10 * (centimetresOf(size, sizeDetail) ?? defaultCentimetres)
  return Math.min(mostSizeMm, Math.max(leastSizeMm, millimetres))
}
