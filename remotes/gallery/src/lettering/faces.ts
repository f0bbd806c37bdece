/** The faces, by the name that is kept with a design. Their names for members say what they are. */
export const faces = [
  ['gothique', 'Gothique'],
  ['anglaise', 'Anglaise'],
  ['lineale', 'Bâton'],
  ['machine', 'Machine à écrire'],
] as const

export type FaceId = (typeof faces)[number][0]

/** A newer version may have kept another. */
export function isFace(id: string): id is FaceId {
  return faces.some(([face]) => face === id)
}

/** Where the release has a face, also for a worker. */
export function faceUrl(face: FaceId): string {
  return new URL(`${__webpack_public_path__}faces/${face}.bin`, location.href).href
}

/** A face as the build packs it from its font (`pack-face.ts`). */
export interface PackedFace {
  unitsPerEm: number
  /** By the `right` of a glyph, then by the `left` of the one before it. */
  kerning: number[][]
  /**
   * By its letter, or the letters of a ligature. `path`: M, L and Q as in SVG, each relative to the
   * point before; a new loop too.
   */
  glyphs: Record<string, PackedGlyph>
}

export interface PackedGlyph {
  advance: number
  path: string
  left: number
  right: number
}
