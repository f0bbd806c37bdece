import type { AtelierSettings, Lettering as KeptLettering } from '@encre/gallery-worker/contract'
import { type FaceId, isFace } from './faces.ts'
import type { Layout } from './lay-out.ts'

/** A lettering in a face that this version has. */
export interface Lettering extends KeptLettering {
  face: FaceId
}

/** The lettering of a design. Null for another origin, and in the face of a newer version. */
export function letteringOf({ lettering }: Pick<AtelierSettings, 'lettering'>): Lettering | null {
  return lettering && isFace(lettering.face) ? { ...lettering, face: lettering.face } : null
}

/** Thousandths of the type size, by the chosen fineness. */
const contours = [40, 28, 18]

/** How the words are drawn. Only what their drawing depends on. */
export function layoutOf(
  { words, arc, spacing }: Lettering,
  { rendering, fineness }: Pick<AtelierSettings, 'rendering' | 'fineness'>,
): Layout {
  const contour = rendering === 'outlines' ? (contours[(fineness ?? 2) - 1] ?? null) : null
  return { words, arc, spacing, contour }
}
