import type { CleanChoice, CleanDrawing } from './clean-lines.ts'
import { type LineClass, lineClasses } from './line-classes.ts'
import type { Loop } from './outline.ts'
import type { Box, Field, Pixels, SizeMm } from './pixels.ts'
import type { StencilColour } from './sheets.ts'

/**
 * A stencil at one size, and what is drawn beside it. The three fields have one size; the ink is in
 * `box` of them.
 */
export interface Layers {
  readonly lines: Field
  readonly darkness: Field
  readonly picture: Pixels
  readonly box: Box
  /** The lines once more, in millimetres from the top left of the ink. */
  readonly loops: readonly Loop[]
  /** The lines as single strokes, in the same millimetres. Dotwork has none. */
  readonly strokes: readonly { readonly points: Float32Array; readonly width: number }[]
  readonly size: SizeMm
  /** The same lines drawn again, where they were. */
  readonly clean?: CleanLayers
}

/** Lines in a layer for each class, and what is wider than a line. */
export interface CleanLayers {
  /** In the pixels of the fields. */
  readonly drawing: CleanDrawing
  /** The thickness of each class, in millimetres. */
  readonly widths: CleanChoice['widths']
}

/** What a PNG, SVG or PSD holds. It opens at its true size. */
export interface LayeredFile {
  readonly layers: Layers
  readonly colour: StencilColour
  /** Whether a PNG is mirrored; SVG and PSD are not, because they are drawn on. */
  readonly isMirrored: boolean
  readonly title: string
  /** How the design was made, as its `origin` says. */
  readonly origin: string
}

/**
 * The layers of a file, the lowest first. Files open as the stencil, so the picture and its shade
 * are hidden.
 */
export const layerNames = ['original', 'ombrage', 'calque', 'repères'] as const

/** The layer of the fills, where lines were drawn again. It lies under theirs. */
export const fillsName = 'aplats'

/** The layers of lines that were drawn again, the lowest first: those of the outside above all. */
export const lineLayers = lineClasses.toReversed()

export const classNames: Record<LineClass, string> = {
  outer: 'extérieur',
  inner: 'intérieur',
  detail: 'détails',
}

export function isHidden(name: string): boolean {
  return name === 'original' || name === 'ombrage'
}

/** The darkness of a picture beside its lines, as black of some alpha: what an artist shades. */
export function drawShade({ lines, darkness: { width, height, data } }: Layers): Pixels {
  const shade = new Uint8ClampedArray(4 * data.length)
  for (let index = 0; index < data.length; index++)
    shade[4 * index + 3] = (lines.data[index] ?? 0) < 0.5 ? 255 * (data[index] ?? 0) : 0
  return { width, height, data: shade }
}

const lineMm = 0.15
const armMm = 4

/**
 * Marks to check the size and to lay copies over each other: the corners, and each centimetre on
 * two sides. In millimetres.
 */
export function listGuides({ width, height }: SizeMm): Box[] {
  const sides = [0, 1].flatMap((right) => [0, 1].map((low) => [right, low] as const))
  const corners = sides.flatMap(([right, low]) => [
    { x: right * (width - lineMm), y: low * (height - armMm), width: lineMm, height: armMm },
    { x: right * (width - armMm), y: low * (height - lineMm), width: armMm, height: lineMm },
  ])
  const places = (length: number) =>
    Array.from({ length: Math.floor(length / 10) }, (_, i) => ({
      at: 10 * (i + 1) - lineMm / 2,
      arm: i % 5 === 4 ? armMm : armMm / 2,
    }))
  return [
    ...corners,
    ...places(width).map(({ at, arm }) => ({ x: at, y: 0, width: lineMm, height: arm })),
    ...places(height).map(({ at, arm }) => ({ x: 0, y: at, width: arm, height: lineMm })),
  ]
}
