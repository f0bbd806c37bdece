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
