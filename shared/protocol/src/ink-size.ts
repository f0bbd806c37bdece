import { centimetresOf } from './centimetres.ts'

/** The smallest size that a member can set, in millimetres of the ink's longest side. */
export const minimumSizeMm = 10
/** The largest size that a member can set, in millimetres of the ink's longest side. */
export const maximumSizeMm = 1000
const defaultCentimetres = 10

/** Longest side of a design's ink in millimetres: the size that the member set, else the design's own size, else 10 cm. */
export function inkSizeMm({ sizeMm, size, sizeDetail }: { sizeMm: number | null; size: string; sizeDetail: string | null }): number {
  const millimetres = sizeMm ?? 10 * (centimetresOf(size, sizeDetail) ?? defaultCentimetres)
  return Math.min(maximumSizeMm, Math.max(minimumSizeMm, millimetres))
}
